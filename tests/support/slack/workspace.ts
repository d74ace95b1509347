import { partOf } from '../stand-ins'

/** A message as Slack keeps it. */
export interface SlackMessage {
  type: 'message'
  ts: string
  user?: string
  bot_id?: string
  username?: string
  text: string
  thread_ts?: string
  subtype?: string
  edited?: { user: string; ts: string }
  reactions?: { name: string; users: string[]; count: number }[]
  files?: Record<string, unknown>[]
  metadata?: { event_type: string; event_payload?: Record<string, unknown> }
  [field: string]: unknown
}

export interface SlackChannel {
  id: string
  name: string
  is_private: boolean
  members: string[]
  messages: SlackMessage[]
}

export interface SlackUser {
  id: string
  team_id: string
  name: string
  real_name: string
  profile: { real_name: string; email?: string }
  is_bot?: boolean
}

export const team = 'T0TEAM'
export const botUser = 'U0BOT'
export const bot = 'B0BOT'

type Listener = (event: Record<string, unknown>) => void

/** The state of a workspace of Slack, and its events. Each act of people in a test is a method. */
export class Workspace {
  readonly users = new Map<string, SlackUser>()
  readonly channels = new Map<string, SlackChannel>()
  /** Bytes by the id of the file. */
  readonly files = new Map<string, { name: string; bytes: Buffer }>()
  /** Address of the files. */
  filesUrl = ''
  private lastMicros = 0
  onEvent: Listener = () => undefined

  /** The time, or the next one that no message has. */
  ts(): string {
    this.lastMicros = Math.max(Date.now() * 1000, this.lastMicros + 1)
    const [seconds, micros] = [Math.floor(this.lastMicros / 1e6), this.lastMicros % 1e6]
    return `${seconds}.${String(micros).padStart(6, '0')}`
  }

  addUser(id: string, name: string, email?: string): SlackUser {
    const profile = { real_name: name, ...(email !== undefined && { email }) }
    const user = { id, team_id: team, name: name.toLowerCase(), real_name: name, profile }
    this.users.set(id, user)
    return user
  }

  addChannel(id: string, name: string, members: string[], isPrivate = false): SlackChannel {
    const channel = {
      id,
      name,
      is_private: isPrivate,
      members: [...members, botUser],
      messages: [],
    }
    this.channels.set(id, channel)
    return channel
  }

  /** Messages of a channel in their order. */
  messages(channel: string): SlackMessage[] {
    return this.channels.get(channel)?.messages ?? []
  }

  find(channel: string, ts: string): SlackMessage | undefined {
    return this.messages(channel).find((message) => message.ts === ts)
  }

  add(channel: string, fields: Omit<SlackMessage, 'type' | 'ts'>): SlackMessage {
    const message = partOf<SlackMessage>({ type: 'message', ts: this.ts(), ...fields })
    this.channels.get(channel)?.messages.push(message)
    this.onEvent({ ...message, channel, event_ts: message.ts, channel_type: 'channel' })
    return message
  }

  say(channel: string, user: string, text: string, fields: Record<string, unknown> = {}): string {
    return this.add(channel, { user, text, ...fields }).ts
  }

  edit(channel: string, ts: string, text: string): void {
    const message = this.find(channel, ts)
    if (!message) return
    const previous = { ...message }
    message.text = text
    message.edited = { user: message.user ?? botUser, ts: this.ts() }
    this.onEvent({
      ...{ type: 'message', subtype: 'message_changed', channel, hidden: true },
      ...{
        ts: this.ts(),
        event_ts: this.ts(),
        message: { ...message },
        previous_message: previous,
      },
    })
  }

  remove(channel: string, ts: string): void {
    const messages = this.messages(channel)
    const index = messages.findIndex((message) => message.ts === ts)
    if (index < 0) return
    const [previous] = messages.splice(index, 1)
    this.onEvent({
      ...{ type: 'message', subtype: 'message_deleted', channel, hidden: true },
      ...{ ts: this.ts(), event_ts: this.ts(), deleted_ts: ts, previous_message: previous },
    })
  }

  /** @returns whether that changed something */
  react(channel: string, ts: string, user: string, name: string): boolean {
    const message = this.find(channel, ts)
    if (!message) return false
    const reactions = (message.reactions ??= [])
    const known = reactions.find((each) => each.name === name)
    if (known?.users.includes(user)) return false
    if (known) known.users.push(user)
    else reactions.push({ name, users: [user], count: 0 })
    for (const each of reactions) each.count = each.users.length
    this.reacted('reaction_added', channel, ts, user, name)
    return true
  }

  /** @returns whether that changed something */
  unreact(channel: string, ts: string, user: string, name: string): boolean {
    const message = this.find(channel, ts)
    const known = message?.reactions?.find((each) => each.name === name)
    if (!message || !known?.users.includes(user)) return false
    known.users = known.users.filter((each) => each !== user)
    known.count = known.users.length
    message.reactions = message.reactions?.filter(({ users }) => users.length > 0) ?? []
    this.reacted('reaction_removed', channel, ts, user, name)
    return true
  }

  private reacted(type: string, channel: string, ts: string, user: string, reaction: string): void {
    const item = { type: 'message', channel, ts }
    this.onEvent({ type, user, reaction, item, event_ts: this.ts() })
  }
}
