import { Command } from 'commander'
import { addAuditCommand } from './audit'
import { addChangeRoleCommand } from './change-role'
import { addCreateBotCommand } from './create-bot'
import { addCreateRealmCommand } from './create-realm'
import { addCreateUserCommand } from './create-user'
import { addDeactivateUserCommand } from './deactivate-user'
import { addMigrateCommand } from './migrate'
import { addSeedCommand } from './seed'
import { addServeCommand } from './serve'

const commands = [
  addServeCommand,
  addMigrateCommand,
  addCreateRealmCommand,
  addCreateUserCommand,
  addCreateBotCommand,
  addDeactivateUserCommand,
  addChangeRoleCommand,
  addAuditCommand,
  addSeedCommand,
]

const exitCodes = '\nExit codes: 0 done, 1 refused or failed, 2 the command line is wrong.'

/** The `parley` command: what an operator does from a shell. */
export function createProgram(): Command {
  const program = new Command('parley')
    .description('Runs and administrates a Parley server. Settings are environment variables.')
    .exitOverride()
    .showHelpAfterError('(--help shows how)')
    .addHelpText('after', exitCodes)
  for (const addCommand of commands) addCommand(program)
  return program
}
