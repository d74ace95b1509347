import type { AppContext } from '../../../context'
import { publish } from '../../../events/publish'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { domainOf } from '../../access/users/user-visibility'
import { changeUserSettings } from './change-settings'
import type { UserSettings } from '../../rules/settings/user-settings'
import { userSettingsOf } from '../../rules/settings/user-settings'

interface Command {
  wanted: Partial<UserSettings>
  name: string
  undo: string
}

const dark: Command = { wanted: { color_scheme: 2 }, name: 'dark theme', undo: '/light' }
const light: Command = { wanted: { color_scheme: 3 }, name: 'light theme', undo: '/dark' }

const commands: Readonly<Record<string, Command>> = {
  ...{ dark, night: dark, light, day: light },
  'fluid-width': {
    wanted: { fluid_layout_width: true },
    name: 'fluid-width layout',
    undo: '/fixed-width',
  },
  'fixed-width': {
    wanted: { fluid_layout_width: false },
    name: 'fixed-width layout',
    undo: '/fluid-width',
  },
}

/**
 * Runs a slash command and answers the text to show; '' shows nothing.
 * @throws BadRequestError for an unknown command
 * Source: docs/protocol/realm-settings.md#zcommand.
 */
export async function performCommand(
  ctx: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  typed: string,
): Promise<string> {
  if (!typed.startsWith('/')) {
    throw new BadRequestError('There should be a leading slash in the zcommand.')
  }
  const name = typed.slice(1).trim()
  if (name === 'ping') return ''
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new BadRequestError(`No such command: ${name}`)
  const { realm_id: realmId } = requester
  const before: Partial<UserSettings> = userSettingsOf(requester)
  const isSoAlready = Object.entries(command.wanted).every(
    ([setting, value]) => before[setting as keyof UserSettings] === value,
  )
  if (isSoAlready) return `You are still using ${command.name}.`
  const domain = domainOf(ctx.config, requester)
  await ctx.db.transaction(async (tx) => {
    await publish(tx, realmId, await changeUserSettings(tx, requester, command.wanted, domain))
  })
  return `Changed to ${command.name}! To revert, type \`${command.undo}\`.`
}
