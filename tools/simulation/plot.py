"""Draws the rows of a run: coordinates above, residuals below. Needs matplotlib, which nothing else does."""

import csv

from .errors import no_environment


def pyplot(in_window):
    """matplotlib, before anything is compiled."""
    try:
        import matplotlib
        if not in_window:
            matplotlib.use("Agg")
        import matplotlib.pyplot
    except ImportError:
        no_environment("--plot needs matplotlib: tools/setup --figures, or apt install python3-matplotlib")
    if in_window and matplotlib.get_backend().lower() == "agg":
        no_environment("--plot has no display to open a window on: name a file, --plot run.png")
    return matplotlib.pyplot


def draw(plt, rows_file, title, file):
    """A window, or `file`."""
    with open(rows_file) as rows:
        table = list(csv.reader(rows))
    columns = {name: [float(row[i]) for row in table[1:]] for i, name in enumerate(table[0])}
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(9, 7))
    for name, values in columns.items():
        if name.startswith("q"):
            above.plot(columns["t"], values, label=name)
    above.set_title(title)
    above.set_ylabel("coordinates")
    above.legend(loc="upper right", ncol=2, fontsize="small")
    below.semilogy(columns["t"], columns["g"], label="|g|")
    below.semilogy(columns["t"], columns["gdot"], label="|G u + g_t|")
    below.set_ylabel("residuals")
    below.set_xlabel("t in s")
    below.legend(loc="upper right", fontsize="small")
    figure.tight_layout()
    if file:
        figure.savefig(file)
    else:
        plt.show()
