"""Try the wheels in dist/ as a user would: installed into empty environments, away from the source tree."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

DIST = Path(__file__).resolve().parent.parent / "dist"


def run(*command: str | Path, status: int = 0) -> str:
    """Run a command, show it, and return what it printed; stop unless it exits with `status`."""
    print("$", *command, flush=True)
    env = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode != status:
        sys.exit(f"{done.stdout}{done.stderr}exited with {done.returncode}, not {status}")
    return done.stdout + done.stderr


def environment(name: str, *requirements: str | Path) -> Path:
    """Make an environment with the requirements in it; return the folder of its commands."""
    venv.create(name, with_pip=True)
    scripts = Path(name, "Scripts" if os.name == "nt" else "bin").resolve()
    run(scripts / "python", "-m", "pip", "install", "--quiet", *requirements)
    run(scripts / "python", "-m", "pip", "check")
    return scripts


CALL = "from patience_core.conformance import check\nprint(check(Clock))"
TESTS = """
from patience_clock import Clock
from patience_core.conformance import parametrize_with_checks


@parametrize_with_checks(Clock)
def test_clock(check):
    check()
"""


def main() -> None:
    """Try the engine with every plugin, without its command line, and with the checks for one game."""
    (core,) = DIST.glob("patience_core-*.whl")
    plugins = [wheel for wheel in DIST.glob("patience_*.whl") if wheel != core]

    patience = environment("full", f"{core}[cli]", *plugins) / "patience"
    assert "clock" in run(patience, "games")
    found = run(patience, "plugins")
    for wheel in plugins:
        assert wheel.name.split("-")[0].replace("_", "-") in found, found
    json.loads(run(patience, "play", "clock", "--deal", "42", "--json"))
    run(patience, "check", "clock", "--only", "undo")  # for which nothing more is needed
    simulated = run(patience, "simulate", "clock", "--deals", "1000")  # nor for this, though it is slow then
    assert "1,000" in simulated, simulated
    assert "patience-core[fast]" in simulated, simulated

    patience = environment("bare", core) / "patience"
    said = run(patience, status=1)
    assert "patience-core[cli]" in said, said
    assert len(said.splitlines()) == 1, said

    (clock,) = (wheel for wheel in plugins if wheel.name.startswith("patience_clock-"))
    scripts = environment("author", f"{core}[conformance]", clock)
    Path("tests").mkdir()
    os.chdir("tests")
    called = run(scripts / "python", "-c", "from patience_clock import Clock\n" + CALL)
    assert called == run(scripts / "patience", "check", "clock"), called
    assert not list(Path().iterdir()), "a check has left a file"
    plain = run(scripts / "pytest", "-W", "error", "--patience", "clock", "-rs")
    Path("test_clock.py").write_text(TESTS, encoding="utf-8")
    written = run(scripts / "pytest", "-W", "error", "-rs")
    assert plain.splitlines()[-1].partition(" in ")[0] == written.splitlines()[-1].partition(" in ")[0], plain + written
    print("The wheels work.")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
