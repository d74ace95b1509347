import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program'
import { describeSettings, tabulateSettings } from '../../src/server/config/settings'

const helpColumns = 110

/** Pages that explain more about a command, relative to docs. */
const pages: Readonly<Record<string, string>> = {
  import: 'importing.md',
  'import-permalinks': 'moving-in-from-mattermost.md#permalinks',
  bridge: 'bridging.md',
  doctor: 'operating.md#doctor',
  'trace-message': 'operating.md#trace',
  'mail-in': 'operating.md#mail-in',
  push: 'operating.md#push-apps',
  export: 'exporting.md',
  backup: 'operating.md#backup',
  restore: 'operating.md#backup',
}

/** The generated pages of the documentation, by their names in docs. */
export function referencePages(): Record<string, string> {
  return { 'settings.md': settingsPage(), 'commands.md': commandsPage() }
}

function settingsPage(): string {
  return `# Settings

\`npm run reference\` writes this page from \`src/server/config/settings.ts\`.

Settings come from the environment only. An empty variable counts as unset. A wrong value stops the start with a sentence that names
the variable. In a terminal \`LOG_LEVEL\` is \`warn\` unless set. \`parley serve --help\` lists the settings, too.

${tabulateSettings()}
`
}

function commandsPage(): string {
  const { commands } = createProgram()
  const rows = commands.map((command) => {
    const name = command.name()
    const page = pages[name]
    const more = page === undefined ? '' : ` ([more](${page}))`
    return `| [\`${name}\`](#${name}) | ${command.description()}${more} |`
  })
  return `# The \`parley\` command

\`npm run reference\` writes this page from the commands in \`src/cli\`.

\`npm run --silent parley -- COMMAND\` runs a command from a clone, \`parley COMMAND\` where it is installed. Each command has \`--help\`, and
\`--json\` for scripts, which the sections below leave out. A refusal is a sentence on stderr (with \`--json\` an \`error\` on stdout) and exit code 1; a wrong command line has exit
code 2. Give passwords by \`--password-file\` or \`--ask-password\`, since other users can see a command line. An embedded database serves
one process at a time: stop the server first. Only \`serve\`, \`migrate\`, \`restore\` and \`import-database\` create a database in an empty
\`DATA_DIR\`.

| Command | Does |
|---|---|
${rows.join('\n')}

${commands.map((command) => sectionOf(command, '')).join('\n')}`
}

/** @param above names of the commands that this one belongs to, each followed by a blank */
function sectionOf(command: Command, above: string): string {
  const name = `${above}${command.name()}`
  const anchor = name.replaceAll(' ', '-')
  const parts = command.commands.map((part) => sectionOf(part, `${name} `))
  const help = helpOf(command, { isDescribed: above !== '' })
  const own = `## <a id="${anchor}"></a>${name}\n\n\`\`\`text\n${help}\n\`\`\`\n`
  return [own, ...parts].join('\n')
}

/**
 * The text of `--help` without the options that every command has.
 *
 * @param isDescribed false for commands whose description is in the table at the beginning
 */
function helpOf(command: Command, { isDescribed }: { isDescribed: boolean }): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => (text += part),
    getOutHelpWidth: () => helpColumns,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  const [usage = '', description = '', ...rest] = text
    .replace(describeSettings(), '  (docs/settings.md)')
    .split('\n')
    .filter((line) => !/^ +(?:--json|-h, --help) /.test(line))
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
    .split('\n\n')
  return [usage, ...(isDescribed ? [description] : []), ...rest]
    .filter((part) => part !== 'Options:')
    .join('\n\n')
}
