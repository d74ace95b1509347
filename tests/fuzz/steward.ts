import { asRecord, firstOf, shapedLike } from '../support/checked'
import type { Caller, Cast, Director } from './cast'
import type { World } from './world'

type Body = Record<string, unknown>

const rooms = Array.from({ length: 6 }, (_, index) => `room ${index}`)
const mostStreams = 40
const fewestGroups = 4
const mostGroups = 40
const mostLinkifiers = 12
const mostEmoji = 20
const mostOfMine = 25
const password = 'a password for all'

/** Settings of the realm that calls must not leave changed, because other calls would stop working. */
const usualRealm = {
  allow_message_editing: true,
  allow_message_deleting: true,
  allow_edit_history: true,
  create_public_stream_policy: 1,
  create_private_stream_policy: 1,
  bot_creation_policy: 1,
  name_changes_disabled: false,
}

/**
 * Restores a realm while it is being fuzzed: callers get back their accounts, roles and keys, and accumulated
 * objects are deleted, so that a long run is as fast as a short one.
 */
export class Steward {
  constructor(
    private readonly director: Director,
    private readonly cast: Cast,
    private readonly world: World,
  ) {}

  /** Restores everything; {@link bringBack} alone is cheap enough to run more often. */
  async tidy(): Promise<void> {
    await this.bringBack()
    for (const [name, value] of Object.entries(usualRealm)) {
      await this.director.ask(this.cast.keeper, 'PATCH /realm', { [name]: value })
    }
    await this.tidyStreams()
    await this.tidyGroups()
    await this.tidyLinkifiers()
    await this.tidyEmoji()
    for (const caller of this.cast.callers) if (caller.id && caller.role) await this.tidyOwn(caller)
  }

  /** Restores accounts that were deactivated, demoted or lost their key. */
  async bringBack(): Promise<void> {
    const { keeper, callers } = this.cast
    const members = await this.list<KnownAccount>(keeper, 'GET /users', 'members')
    for (const caller of callers) {
      const { id, role, name } = caller
      if (id === undefined || name === 'dora') continue
      const account = members.find(({ user_id }) => user_id === id)
      if (account && !account.is_active) {
        await this.director.ask(keeper, `POST /users/${id}/reactivate`)
      }
      if (account) caller.email = account.email
      if (role === undefined) continue
      if (account?.role !== role) await this.director.ask(keeper, `PATCH /users/${id}`, { role })
      await this.findKey(caller)
    }
    await this.findBotKeys()
    const hidden = new Set([keeper.email, 'confidant@fuzz.test', 'gwen@fuzz.test'])
    this.world.users.replace(
      members
        .filter(({ email }) => !hidden.has(email))
        .map(({ user_id: id, email, full_name: name }) => ({ id, email, name })),
    )
  }

  /** A call regenerated the key, and its caller did not read the answer. */
  private async findKey(caller: Caller): Promise<void> {
    const { status } = await this.director.ask(caller, 'GET /users/me/pointer')
    if (status !== 401) return
    const stranger: Caller = { name: 'nobody', host: caller.host, email: '', apiKey: '' }
    const credentials = { username: caller.email, password }
    const answer = await this.director.ask(stranger, 'POST /fetch_api_key', credentials)
    if (answer.status !== 200) return
    caller.apiKey = shapedLike(JSON.parse(answer.body.toString()), { api_key: '' }).api_key
  }

  /** The owner of a bot can read its key. */
  private async findBotKeys(): Promise<void> {
    const { keeper, callers } = this.cast
    const { hooks } = this.world
    const owners = callers.filter(({ name }) => name === 'mia' || name === 'olivia')
    for (const owner of [keeper, ...owners]) {
      const bots = await this.list<KnownBot>(owner, 'GET /bots', 'bots')
      for (const { user_id, api_key } of bots) {
        const caller = callers.find(({ id }) => id === user_id)
        if (!caller || caller.apiKey === api_key) continue
        caller.apiKey = api_key
        if (caller.name === 'hook') hooks.replace([api_key])
      }
    }
  }

  private async tidyStreams(): Promise<void> {
    const { keeper, callers, hiddenStreams } = this.cast
    const olivia = firstOf(callers)
    const principals = callers.filter(
      ({ role, name }) => role && name !== 'gwen' && name !== 'dora',
    )
    const subscriptions = rooms.map((name) => ({ name }))
    const emails = principals.map(({ email }) => email)
    await this.director.ask(olivia, 'POST /users/me/subscriptions', {
      ...{ subscriptions, principals: emails },
    })
    const all = await this.list<{ stream_id: number; name: string }>(
      keeper,
      'GET /streams',
      'streams',
      { include_all_active: true },
    )
    const known = all
      .filter(({ name }) => !hiddenStreams.has(name))
      .map(({ stream_id: id, name }) => ({ id, name }))
    const spare = known.filter(({ name }) => !rooms.includes(name) && name !== 'general')
    for (const { id } of spare.slice(0, Math.max(0, known.length - mostStreams))) {
      await this.director.ask(keeper, `DELETE /streams/${id}`)
    }
    this.world.streams.replace(known)
  }

  private async tidyGroups(): Promise<void> {
    const { keeper } = this.cast
    const all = await this.list<{ id: number; is_system_group?: boolean }>(
      keeper,
      'GET /user_groups',
      'user_groups',
    )
    const groups = all.filter(({ is_system_group }) => !is_system_group)
    for (let number = groups.length; number < fewestGroups; number += 1) {
      const group = { name: `team ${number}`, description: '', members: [] }
      await this.director.ask(keeper, 'POST /user_groups/create', group)
    }
    for (const { id } of groups.slice(0, Math.max(0, groups.length - mostGroups))) {
      await this.director.ask(keeper, `DELETE /user_groups/${id}`)
    }
    this.world.groups.replace(groups.map(({ id }) => id))
  }

  private async tidyLinkifiers(): Promise<void> {
    const { keeper } = this.cast
    const all = await this.list<{ id: number }>(keeper, 'GET /realm/linkifiers', 'linkifiers')
    for (const { id } of all.slice(0, Math.max(0, all.length - mostLinkifiers))) {
      await this.director.ask(keeper, `DELETE /realm/filters/${id}`)
    }
    this.world.linkifiers.replace(all.map(({ id }) => id))
  }

  private async tidyEmoji(): Promise<void> {
    const { keeper } = this.cast
    const { emoji } = await this.read(keeper, 'GET /realm/emoji')
    const all = Object.values(
      (emoji ?? {}) as Record<string, { name: string; deactivated: boolean }>,
    )
    const active = all.filter(({ deactivated }) => !deactivated)
    for (const { name } of active.slice(0, Math.max(0, active.length - mostEmoji))) {
      await this.director.ask(keeper, `DELETE /realm/emoji/${encodeURIComponent(name)}`)
    }
  }

  private async tidyOwn(caller: Caller): Promise<void> {
    const snippets = await this.list<{ id: number }>(
      caller,
      'GET /saved_snippets',
      'saved_snippets',
    )
    for (const { id } of snippets.slice(mostOfMine)) {
      await this.director.ask(caller, `DELETE /saved_snippets/${id}`)
    }
    const drafts = await this.list<{ id: number }>(caller, 'GET /drafts', 'drafts')
    for (const { id } of drafts.slice(mostOfMine)) {
      await this.director.ask(caller, `DELETE /drafts/${id}`)
    }
    const files = await this.list<{ id: number }>(caller, 'GET /attachments', 'attachments')
    for (const { id } of files.slice(mostOfMine)) {
      await this.director.ask(caller, `DELETE /attachments/${id}`)
    }
    const words = await this.list<string>(caller, 'GET /users/me/alert_words', 'alert_words')
    if (words.length <= mostOfMine) return
    await this.director.ask(caller, 'DELETE /users/me/alert_words', { alert_words: words })
  }

  private async list<Item>(
    caller: Caller,
    operation: string,
    member: string,
    args: Body = {},
  ): Promise<Item[]> {
    return ((await this.read(caller, operation, args))[member] ?? []) as Item[]
  }

  /** A successful answer; empty for a refusal, for example when the caller was just deactivated. */
  private async read(caller: Caller, operation: string, args: Body = {}): Promise<Body> {
    const { status, body } = await this.director.ask(caller, operation, args)
    return status === 200 ? asRecord(JSON.parse(body.toString())) : {}
  }
}

interface KnownBot {
  user_id: number
  api_key: string
}

interface KnownAccount {
  user_id: number
  email: string
  full_name: string
  role: number
  is_active: boolean
}
