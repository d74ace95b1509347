import { parsed } from '../checked'
import { bot, botUser, team } from './workspace'
import type { SlackMessage, Workspace } from './workspace'

type Args = Readonly<Record<string, string | undefined>>
type Answer = Record<string, unknown>

/** A refusal, by Slack's word for it. */
export class Refusal extends Error {}

const shown = ({ metadata, ...message }: SlackMessage, { include_all_metadata: all }: Args) => ({
  ...message,
  ...(metadata &&
    (all === 'true' ? { metadata } : { metadata: { event_type: metadata.event_type } })),
})

/** A page of rows, the cursor being the number of the first row. */
function page<T>(rows: readonly T[], { limit = '100', cursor = '0' }: Args) {
  const from = Number(cursor)
  const until = from + Number(limit)
  const next = until < rows.length ? String(until) : ''
  return {
    rows: rows.slice(from, until),
    more: { has_more: next !== '', response_metadata: { next_cursor: next } },
  }
}

function channelOf(workspace: Workspace, id = '') {
  const channel = workspace.channels.get(id)
  if (!channel) throw new Refusal('channel_not_found')
  if (!channel.members.includes(botUser)) throw new Refusal('not_in_channel')
  return channel
}

function messageOf(workspace: Workspace, args: Args, ts = args['ts']): SlackMessage {
  const channel = channelOf(workspace, args['channel'])
  const message = channel.messages.find((each) => each.ts === ts)
  if (!message) throw new Refusal('message_not_found')
  return message
}

function ownMessage(workspace: Workspace, args: Args, refusal: string): SlackMessage {
  const message = messageOf(workspace, args)
  if (message.bot_id !== bot) throw new Refusal(refusal)
  return message
}

function isReply({ thread_ts: root, ts, subtype }: SlackMessage): boolean {
  return root !== undefined && root !== ts && subtype !== 'thread_broadcast'
}

const since = ({ oldest = '0', latest = '9', inclusive }: Args) => {
  return ({ ts }: SlackMessage) => {
    const isAfter = inclusive === 'true' ? ts >= oldest : ts > oldest
    return isAfter && (latest === '9' || (inclusive === 'true' ? ts <= latest : ts < latest))
  }
}

/** Slack's methods, as its public reference describes them. */
export const methods: Readonly<Record<string, (workspace: Workspace, args: Args) => Answer>> = {
  'auth.test': () => ({ team_id: team, user_id: botUser, bot_id: bot }),
  'users.info': ({ users }, { user = '' }) => {
    const found = users.get(user)
    if (!found) throw new Refusal('user_not_found')
    return { user: found }
  },
  'users.list': ({ users }, args) => {
    const { rows, more } = page([...users.values()], args)
    return { members: rows, ...more }
  },
  'users.conversations': ({ channels }, args) => {
    const own = [...channels.values()].filter(({ members }) => members.includes(botUser))
    const { rows, more } = page(own, args)
    return { channels: rows.map(({ id, name, is_private }) => ({ id, name, is_private })), ...more }
  },
  'conversations.members': (workspace, args) => {
    const { rows, more } = page(channelOf(workspace, args['channel']).members, args)
    return { members: rows, ...more }
  },
  'conversations.history': (workspace, args) => {
    const { messages } = channelOf(workspace, args['channel'])
    const withThreads = messages.map((message) => {
      const replies = messages.filter((each) => each.thread_ts === message.ts && isReply(each))
      const thread = {
        reply_count: replies.length,
        latest_reply: replies.at(-1)?.ts,
        thread_ts: message.ts,
      }
      return replies.length > 0 ? { ...message, ...thread } : message
    })
    const found = withThreads.filter((message) => !isReply(message)).filter(since(args))
    const { rows, more } = page(found.reverse(), args)
    return { messages: rows.map((message) => shown(message, args)), ...more }
  },
  'conversations.replies': (workspace, args) => {
    const { messages } = channelOf(workspace, args['channel'])
    const root = messages.find(({ ts }) => ts === args['ts'])
    if (!root) throw new Refusal('thread_not_found')
    const replies = messages.filter((each) => each.thread_ts === root.ts && each.ts !== root.ts)
    const { rows, more } = page([root, ...replies.filter(since(args))], args)
    return { messages: rows.map((message) => shown(message, args)), ...more }
  },
  'chat.postMessage': (workspace, args) => {
    const { channel = '', text = '', thread_ts, metadata, username, icon_url } = args
    channelOf(workspace, channel)
    if (text === '') throw new Refusal('no_text')
    const message = workspace.add(channel, {
      ...{ subtype: 'bot_message', bot_id: bot, user: botUser, text },
      ...(username !== undefined && { username }),
      ...(icon_url !== undefined && { icons: { image: icon_url } }),
      ...(thread_ts !== undefined && { thread_ts }),
      ...(metadata !== undefined && { metadata: JSON.parse(metadata) as SlackMessage['metadata'] }),
    })
    return { channel, ts: message.ts, message }
  },
  'chat.update': (workspace, args) => {
    const message = ownMessage(workspace, args, 'cant_update_message')
    workspace.edit(args['channel'] ?? '', message.ts, args['text'] ?? '')
    return { channel: args['channel'], ts: message.ts }
  },
  'chat.delete': (workspace, args) => {
    const message = ownMessage(workspace, args, 'cant_delete_message')
    workspace.remove(args['channel'] ?? '', message.ts)
    return { channel: args['channel'], ts: message.ts }
  },
  'reactions.add': (workspace, args) => {
    const { ts } = messageOf(workspace, args, args['timestamp'])
    if (!/^[a-z0-9_+'-]+$/.test(args['name'] ?? '')) throw new Refusal('invalid_name')
    const isNew = workspace.react(args['channel'] ?? '', ts, botUser, args['name'] ?? '')
    if (!isNew) throw new Refusal('already_reacted')
    return {}
  },
  'reactions.remove': (workspace, args) => {
    const { ts } = messageOf(workspace, args, args['timestamp'])
    const was = workspace.unreact(args['channel'] ?? '', ts, botUser, args['name'] ?? '')
    if (!was) throw new Refusal('no_reaction')
    return {}
  },
  'files.getUploadURLExternal': (workspace, { filename = '' }) => {
    const id = `F0UP${workspace.files.size}`
    workspace.files.set(id, { name: filename, bytes: Buffer.alloc(0) })
    return { file_id: id, upload_url: `${workspace.filesUrl}/${id}` }
  },
  'files.completeUploadExternal': (_workspace, { files = '[]' }) => {
    return { files: parsed(files) }
  },
  'files.info': (workspace, { file = '' }) => {
    if (!workspace.files.has(file)) throw new Refusal('file_not_found')
    return { file: { id: file, permalink: `https://team.slack.com/files/${file}` } }
  },
}
