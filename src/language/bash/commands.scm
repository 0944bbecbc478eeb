; A command may be a call of a function, or bring in another script.
(command name: (command_name (word))) @import
