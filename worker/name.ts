// Imported first: the logger reads the name of its process when it is loaded.
process.env.PROCESS_NAME ??= 'worker'
