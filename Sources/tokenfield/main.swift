import Host

var shell = Shell(world: World(variables: environment()))
endProcess(shell.run(Array(CommandLine.arguments.dropFirst())))
