"""The hook of the README in a repository: a commit with a broken trailer is stopped, and told why; others pass."""
import subprocess

from world import equal, needed, readme


def hook(world):
    """A test: two commits, of which the first names an address that cannot be."""
    needed("git")
    folder = world.path("home/project")

    def git(*words):
        identity = ("-c", "user.name=Ana Ruiz", "-c", "user.email=ana.ruiz@example.org")
        return subprocess.run(["git", *identity, *words], env=world.environment, capture_output=True, text=True,
                              check=False, timeout=20)

    git("init", "-q", folder)
    world.script("home/project/.git/hooks/commit-msg", readme("As a git hook").split("\n", 1)[1])
    message = "Fix a race\n\nIt was there.\n\nReviewed-by: Eva <eva@gmial.com>\nSigned-off-by: Omar <omar@example..com>\n"
    refused = git("-C", folder, "commit", "-q", "--allow-empty", "-m", message)
    equal("exit code of git", refused.returncode, 1)
    equal("what git shows", [line.split("[")[-1] for line in refused.stderr.splitlines()], ["typo-domain]", "bad-dot]"])
    equal("commits", git("-C", folder, "rev-list", "--all", "--count").stdout, "0\n")
    taken = git("-C", folder, "commit", "-q", "--allow-empty", "-m", message.replace("..", ".").replace("gmial", "gmail"))
    equal("what git says of a good one", (taken.returncode, taken.stderr), (0, ""))
    equal("commits", git("-C", folder, "rev-list", "--all", "--count").stdout, "1\n")


TESTS = [("git: a hook", hook)]
