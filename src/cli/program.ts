import { Command } from 'commander'
import { packageVersion } from '../server/lib/version'

type AddCommand = (program: Command) => void

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   The code of a command is loaded when it is called. */
/** Loaders of all commands by name, in the order of the help. */
const commands: Readonly<Record<string, () => AddCommand>> = {
  serve: () => (require('./serve') as typeof import('./serve')).addServeCommand,
  migrate: () => (require('./migrate') as typeof import('./migrate')).addMigrateCommand,
  'create-realm': () =>
    (require('./create-realm') as typeof import('./create-realm')).addCreateRealmCommand,
  'create-user': () =>
    (require('./create-user') as typeof import('./create-user')).addCreateUserCommand,
  'create-bot': () =>
    (require('./create-bot') as typeof import('./create-bot')).addCreateBotCommand,
  'deactivate-user': () =>
    (require('./deactivate-user') as typeof import('./deactivate-user')).addDeactivateUserCommand,
  'reactivate-user': () =>
    (require('./reactivate-user') as typeof import('./reactivate-user')).addReactivateUserCommand,
  'change-role': () =>
    (require('./change-role') as typeof import('./change-role')).addChangeRoleCommand,
  'change-email': () =>
    (require('./change-email') as typeof import('./change-email')).addChangeEmailCommand,
  'reset-password': () =>
    (require('./reset-password') as typeof import('./reset-password')).addResetPasswordCommand,
  'log-in-link': () =>
    (require('./log-in-link') as typeof import('./log-in-link')).addLogInLinkCommand,
  'remove-second-factor': () =>
    (require('./remove-second-factor') as typeof import('./remove-second-factor'))
      .addRemoveSecondFactorCommand,
  'sync-directory': () =>
    (require('./sync-directory') as typeof import('./sync-directory')).addSyncDirectoryCommand,
  'rotate-key': () =>
    (require('./rotate-key') as typeof import('./rotate-key')).addRotateKeyCommand,
  import: () => (require('./import') as typeof import('./import')).addImportCommand,
  'import-permalinks': () =>
    (require('./import-permalinks') as typeof import('./import-permalinks'))
      .addImportPermalinksCommand,
  'import-users': () =>
    (require('./import-users') as typeof import('./import-users')).addImportUsersCommand,
  bridge: () => (require('./bridge') as typeof import('./bridge')).addBridgeCommand,
  'list-realms': () =>
    (require('./list-realms') as typeof import('./list-realms')).addListRealmsCommand,
  'list-users': () =>
    (require('./list-users') as typeof import('./list-users')).addListUsersCommand,
  doctor: () => (require('./doctor') as typeof import('./doctor')).addDoctorCommand,
  'trace-message': () =>
    (require('./trace-message') as typeof import('./trace-message')).addTraceMessageCommand,
  audit: () => (require('./audit') as typeof import('./audit')).addAuditCommand,
  mail: () => (require('./mail') as typeof import('./mail')).addMailCommand,
  'mail-in': () => (require('./mail-in') as typeof import('./mail-in')).addMailInCommand,
  export: () => (require('./export') as typeof import('./export')).addExportCommand,
  push: () => (require('./push') as typeof import('./push')).addPushCommand,
  'export-realm': () =>
    (require('./export-realm') as typeof import('./export-realm')).addExportRealmCommand,
  backup: () => (require('./backup') as typeof import('./backup')).addBackupCommand,
  restore: () => (require('./backup') as typeof import('./backup')).addRestoreCommand,
  'export-database': () =>
    (require('./transfer-database') as typeof import('./transfer-database'))
      .addExportDatabaseCommand,
  'import-database': () =>
    (require('./transfer-database') as typeof import('./transfer-database'))
      .addImportDatabaseCommand,
  'restore-messages': () =>
    (require('./restore-messages') as typeof import('./restore-messages'))
      .addRestoreMessagesCommand,
  'reactivate-realm': () =>
    (require('./reactivate-realm') as typeof import('./reactivate-realm'))
      .addReactivateRealmCommand,
  seed: () => (require('./seed') as typeof import('./seed')).addSeedCommand,
}
/* eslint-enable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports */

const exitCodes = '\nExit codes: 0 done, 1 refused or failed, 2 the command line is wrong.'

export interface ProgramOptions {
  /** The arguments after `parley`; only the command named there is loaded. Absent: all commands. */
  words?: readonly string[]
  /** Whether errors are printed as JSON, for a calling program. */
  tellsPrograms?: boolean
}

/** The `parley` command, for operators. */
export function createProgram({ words, tellsPrograms = false }: ProgramOptions = {}): Command {
  const program = new Command('parley')
    .description('Runs and administrates a Parley server. Settings are environment variables.')
    .version(packageVersion, '--version', 'print the version')
    .exitOverride()
    .configureOutput(tellsPrograms ? { writeErr: () => undefined } : {})
    .showHelpAfterError('(--help shows how)')
    .addHelpText('after', exitCodes)
  for (const load of loadersFor(words)) load()(program)
  return program
}

/** Loader of the named command; of all commands for help or a misspelled name, of none for the version. */
function loadersFor([word = '']: readonly string[] = []): readonly (() => AddCommand)[] {
  if (word === '--version') return []
  const named = Object.hasOwn(commands, word) ? commands[word] : undefined
  return named ? [named] : Object.values(commands)
}
