"""What is behind tools/simulate: tables of models and methods, and how a choice becomes a program."""
