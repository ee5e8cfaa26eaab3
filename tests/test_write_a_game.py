"""The distribution that docs/write-a-game.md makes step by step is a plugin that installs and plays."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from patience_core.conformance import CHECKS

PAGE = Path(__file__).parents[1] / "docs" / "write-a-game.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr), done.stdout
    return done.stdout


def test_the_distribution_of_the_page_installs_plays_and_passes_its_tests(tmp_path: Path) -> None:
    game, plugin, _, tests = blocks("python")
    project = tomllib.loads(blocks("toml")[0])["project"]
    package = tmp_path / "patience_aces_up"
    package.mkdir()
    (package / "game.py").write_text(game, encoding="utf-8")
    (package / "__init__.py").write_text(plugin, encoding="utf-8")
    (tmp_path / "test_aces_up.py").write_text(tests, encoding="utf-8")
    info = tmp_path / f"patience_aces_up-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    name, module = next(iter(project["entry-points"]["patience"].items()))
    (info / "entry_points.txt").write_text(f"[patience]\n{name} = {module}\n")

    assert "Aces Up" in run(tmp_path, "-m", "patience_core.cli", "games")
    assert "patience-aces-up" in run(tmp_path, "-m", "patience_core.cli", "plugins")
    assert "cards left" in run(tmp_path, "-m", "patience_core.cli", "play", "idiots-delight", "--deal", "1", "--auto")
    said = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
    passed, skipped = (int(number) for number in re.findall(r"(\d+) (?:passed|skipped)", said))
    assert len(CHECKS) == passed + skipped
    assert passed >= 24
