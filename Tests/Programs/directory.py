"""A real directory: OpenLDAP's slapd on loopback, asked through the preset `ldapsearch` while one completes."""
import json
import os
import shutil
import socket
import subprocess

from world import PROGRAM, Skipped, equal, eventually, needed

PEOPLE = [("Inês Vela", "Vela", "ines.vela@example.org"), ("Łukasz Żuk", "Żuk", "lukasz@example.org"),
          ("Ana (Nia) Ruiz*", "Ruiz*", "ana.ruiz@example.org"), ("Karl Ode", "Ode", "karl.ode@example.org")]
BASE = "dc=example,dc=org"
SCHEMAS = ("core", "cosine", "inetorgperson")


def start(world):
    """Starts a server with a few people in a folder of its own, and gives it with its address."""
    server = shutil.which("slapd", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
    if not server:
        raise Skipped("slapd is not installed")
    needed("ldapsearch")
    schemas = [f"/etc/ldap/schema/{name}.schema" for name in SCHEMAS]
    if not all(os.path.exists(path) for path in schemas):
        raise Skipped("the schemas of slapd are not in /etc/ldap/schema")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        uri = f"ldap://127.0.0.1:{probe.getsockname()[1]}"
    os.makedirs(world.path("directory/data"))
    world.write("directory/slapd.conf", "".join(f"include {path}\n" for path in schemas) + f"""
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile {world.path("directory/pid")}
database mdb
suffix "{BASE}"
directory {world.path("directory/data")}
""")
    world.write("directory/people.ldif", f"dn: {BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Example\n"
                "dc: example\n\n" + "".join(
                    f"dn: mail={mail},{BASE}\nobjectClass: inetOrgPerson\ncn: {name}\nsn: {surname}\nmail: {mail}\n\n"
                    for name, surname, mail in PEOPLE))
    conf = world.path("directory/slapd.conf")
    added = subprocess.run([server, "-T", "add", "-f", conf, "-l", world.path("directory/people.ldif")],
                           capture_output=True, text=True, check=False, timeout=20)
    equal("what slapadd says", (added.returncode, added.stderr if added.returncode else ""), (0, ""))
    process = subprocess.Popen([server, "-f", conf, "-h", uri, "-d", "0"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)

    def answers():
        host, port = uri[len("ldap://"):].split(":")
        with socket.socket() as probe:
            return probe.connect_ex((host, int(port))) == 0

    try:
        eventually("slapd", answers)
    except AssertionError:
        process.kill()
        process.wait()
        raise
    return process, uri


def asked(world, *words):
    """What the program prints and its exit code."""
    call = subprocess.run([PROGRAM, *words], env=world.environment, capture_output=True, text=True, check=False,
                          timeout=20)
    return call.stdout, call.returncode, call.stderr


def preset(world):
    """A test: people of a server are found by their names, whatever is typed; a server that is gone is told."""
    process, uri = start(world)
    try:
        world.write("home/.config/tokenfield/config.json", json.dumps({"discover": False, "sources": [
            {"kind": "command", "name": "staff", "preset": "ldapsearch", "uri": uri, "base": BASE}]}))
        equal("a name", asked(world, "query", "ines"), ("ines.vela@example.org\tInês Vela\t\n", 0, ""))
        equal("two words in any order", asked(world, "query", "Żuk Łuk")[0], "lukasz@example.org\tŁukasz Żuk\t\n")
        equal("letters of another script", asked(world, "query", "Żuk")[0], "lukasz@example.org\tŁukasz Żuk\t\n")
        equal("what a filter would mean", asked(world, "query", "*)(mail=*"), ("", 1, ""))
        equal("the same as letters", asked(world, "query", "ruiz*")[0], "ana.ruiz@example.org\tAna (Nia) Ruiz*\t\n")
        equal("a completion", asked(world, "complete", "--text", "karl")[0], "karl.ode@example.org\tKarl Ode\t\n")
        equal("what the doctor says", "staff (command): asked while one types" in asked(world, "doctor")[0], True)
    finally:
        process.terminate()
        process.wait(timeout=10)
    output, code, problem = asked(world, "query", "ines")
    equal("without the server", (output, code), ("", 3))
    equal("why", "Can't contact LDAP server" in problem, True)


TESTS = [("ldapsearch: a directory", preset)]
