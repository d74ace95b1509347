import { Command } from 'commander'
import { addAuditCommand } from './audit'
import { addChangeEmailCommand } from './change-email'
import { addChangeRoleCommand } from './change-role'
import { addCreateBotCommand } from './create-bot'
import { addCreateRealmCommand } from './create-realm'
import { addCreateUserCommand } from './create-user'
import { addDeactivateUserCommand } from './deactivate-user'
import { addExportDatabaseCommand, addImportDatabaseCommand } from './transfer-database'
import { addExportRealmCommand } from './export-realm'
import { addImportUsersCommand } from './import-users'
import { addListRealmsCommand } from './list-realms'
import { addListUsersCommand } from './list-users'
import { addMailCommand } from './mail'
import { addMigrateCommand } from './migrate'
import { addReactivateUserCommand } from './reactivate-user'
import { addResetPasswordCommand } from './reset-password'
import { addRotateKeyCommand } from './rotate-key'
import { addReactivateRealmCommand } from './reactivate-realm'
import { addRestoreMessagesCommand } from './restore-messages'
import { addSeedCommand } from './seed'
import { addServeCommand } from './serve'
import { packageVersion } from '../runtime/version'

const commands = [
  addServeCommand,
  addMigrateCommand,
  addCreateRealmCommand,
  addCreateUserCommand,
  addCreateBotCommand,
  addDeactivateUserCommand,
  addReactivateUserCommand,
  addChangeRoleCommand,
  addChangeEmailCommand,
  addResetPasswordCommand,
  addRotateKeyCommand,
  addImportUsersCommand,
  addListRealmsCommand,
  addListUsersCommand,
  addAuditCommand,
  addMailCommand,
  addExportRealmCommand,
  addExportDatabaseCommand,
  addImportDatabaseCommand,
  addRestoreMessagesCommand,
  addReactivateRealmCommand,
  addSeedCommand,
]

const exitCodes = '\nExit codes: 0 done, 1 refused or failed, 2 the command line is wrong.'

/**
 * The `parley` command: what an operator does from a shell.
 * @param tellsPrograms whether a program reads along, which is told in JSON what is wrong
 */
export function createProgram(tellsPrograms = false): Command {
  const program = new Command('parley')
    .description('Runs and administrates a Parley server. Settings are environment variables.')
    .version(packageVersion, '--version', 'print the version')
    .exitOverride()
    .configureOutput(tellsPrograms ? { writeErr: () => undefined } : {})
    .showHelpAfterError('(--help shows how)')
    .addHelpText('after', exitCodes)
  for (const addCommand of commands) addCommand(program)
  return program
}
