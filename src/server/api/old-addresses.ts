import { findOldAddress, NoOldAddressError } from '../chat/access/old-addresses'
import type { OldAddress } from '../chat/access/old-addresses'
import type { AppContext } from '../context'
import type { TargetKey } from '../data/import/old-addresses'
import { RedirectAnswer } from '../http/answers/file-answer'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import type { Requester } from '../chat/rules/authentication'

/*
 * Addresses of servers that organizations came from. Source: docs/protocol/import.md#old-paths.
 */

const maxKeyLength = 100
const maxNameLength = 300

const common = {
  method: 'GET',
  tag: 'messages',
  description:
    'For an organization that was imported and took over the address of its old server. Only people who can read the target are redirected; a browser without a session is sent to the login page first.',
  auth: 'basic',
  isFile: true,
  leadsToLogin: true,
  response: {},
  errors: [NoOldAddressError],
} as const

const part = (description: string, example: string, maxLength = maxKeyLength) =>
  text({ maxLength, description, example })

const fileName = part('Name of the file', 'plan.txt', maxNameLength)

interface Call {
  ctx: Pick<AppContext, 'db'>
  requester: Requester
}

async function redirect({ ctx, requester }: Call, old: OldAddress): Promise<RedirectAnswer> {
  return new RedirectAnswer(await findOldAddress(ctx.db.dated(), requester, old))
}

const slackChannel = part('Id of the channel or conversation', 'C0123')

const slackEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    path: '/archives/{channel}',
    summary: 'Redirect to a stream or conversation by its address on Slack',
    params: { channel: slackChannel },

    handler: ({ params: { channel }, ...call }) =>
      redirect(call, { source: 'slack', wanted: ofSlackChannel(channel) }),
  }),
  endpoint({
    ...common,
    path: '/archives/{channel}/{message}',
    summary: 'Redirect to a message by its address on Slack',
    params: {
      channel: slackChannel,
      message: part('`p`, the seconds of its time, and its microseconds', 'p1446712932000003'),
    },

    async handler({ params: { channel, message }, ...call }) {
      const [, seconds, micros] = /^p(\d{1,12})(\d{6})$/.exec(message) ?? []
      if (seconds === undefined || micros === undefined) throw new NoOldAddressError()
      const key = `${channel}/${seconds}.${micros}`
      return redirect(call, { source: 'slack', wanted: [{ kind: 'message', key }] })
    },
  }),
  endpoint({
    ...common,
    path: '/files/{user}/{file}/{filename}',
    summary: 'Redirect to a file by its address on Slack',
    params: {
      user: part('Id of the user', 'U0123'),
      file: part('Id of the file', 'F0123'),
      filename: fileName,
    },

    handler: ({ params: { file: key }, ...call }) =>
      redirect(call, { source: 'slack', wanted: [{ kind: 'file', key }] }),
  }),
]

function ofSlackChannel(channel: string): TargetKey[] {
  return [
    { kind: 'stream', key: channel },
    { kind: 'conversation', key: `archives/${channel}`, isAddress: true },
  ]
}

const roomName = part('Name or id of the room, or name of the person', 'general')
const messageInRoom = text({
  optional: true,
  maxLength: maxKeyLength,
  description: 'Id of the message',
  example: 'pW7zLk2',
})

const rocketChatRoomEndpoints = ['channel', 'group', 'direct'].flatMap((type) => [
  endpoint({
    ...common,
    path: `/${type}/{name}`,
    summary: 'Redirect to a room, or to a message in it, by its address on Rocket.Chat',
    params: {
      name: roomName,
      msg: messageInRoom,
    },

    handler: ({ params: { name, msg }, ...call }) =>
      redirect(call, {
        source: 'rocket-chat',
        wanted: msg === undefined ? ofRocketChatRoom(name) : [{ kind: 'message', key: msg }],
      }),
  }),
  endpoint({
    ...common,
    path: `/${type}/{name}/thread/{thread}`,
    summary: 'Redirect to a thread, or to a message in it, by its address on Rocket.Chat',
    params: {
      name: roomName,
      thread: part('Id of the message that the thread began with', 'kQ3xGm9'),
      msg: messageInRoom,
    },

    handler: ({ params: { thread, msg: key = thread }, ...call }) =>
      redirect(call, { source: 'rocket-chat', wanted: [{ kind: 'message', key }] }),
  }),
])

function ofRocketChatRoom(name: string): TargetKey[] {
  return [
    { kind: 'stream', key: `room/${name}`, isAddress: true },
    { kind: 'message', key: `room/${name}`, isAddress: true },
    { kind: 'conversation', key: `room/${name}`, isAddress: true },
    { kind: 'user', key: `user/${name.toLowerCase()}`, isAddress: true },
  ]
}

const rocketChatFile = part('Id of the file', 'kQ3xGm9')

const rocketChatFileEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    path: '/file-upload/{file}',
    summary: 'Redirect to a file by its address on Rocket.Chat, without its name',
    params: { file: rocketChatFile },

    handler: ({ params: { file: key }, ...call }) =>
      redirect(call, { source: 'rocket-chat', wanted: [{ kind: 'file', key }] }),
  }),
  endpoint({
    ...common,
    path: '/file-upload/{file}/{filename}',
    summary: 'Redirect to a file by its address on Rocket.Chat',
    params: { file: rocketChatFile, filename: fileName },

    handler: ({ params: { file: key }, ...call }) =>
      redirect(call, { source: 'rocket-chat', wanted: [{ kind: 'file', key }] }),
  }),
  endpoint({
    ...common,
    path: '/ufs/{store}/{file}/{filename}',
    summary: 'Redirect to a file by its older address on Rocket.Chat',
    params: {
      store: part('Name of the store', 'GridFS:Uploads'),
      file: rocketChatFile,
      filename: fileName,
    },

    handler: ({ params: { file: key }, ...call }) =>
      redirect(call, { source: 'rocket-chat', wanted: [{ kind: 'file', key }] }),
  }),
]

const team = part('Name of the team', 'crew')

const mattermostEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    path: '/{team}/pl/{post}',
    summary: 'Redirect to a message by its address on Mattermost',
    params: { team, post: part('Id of the post', 'g7p1x5r3wtbo8cm6n1kqe9ayzh') },

    handler: ({ params: { post }, ...call }) =>
      redirect(call, {
        source: 'mattermost',
        wanted: [{ kind: 'message', key: `pl/${post}`, isAddress: true }],
      }),
  }),
  endpoint({
    ...common,
    path: '/{team}/channels/{name}',
    summary: 'Redirect to a stream by its address on Mattermost',
    params: { team, name: part('Name of the channel', 'town-square') },

    handler: ({ params, ...call }) =>
      redirect(call, {
        source: 'mattermost',
        wanted: [{ kind: 'stream', key: `${params.team}/${params.name}`.toLowerCase() }],
      }),
  }),
  endpoint({
    ...common,
    path: '/{team}/messages/{name}',
    summary: 'Redirect to a private conversation by its address on Mattermost',
    params: {
      team,
      name: part('`@` and the name of the person, or the digest that names a group', '@bo'),
    },

    handler: ({ params: { name }, ...call }) =>
      redirect(call, {
        source: 'mattermost',
        wanted: [
          { kind: 'user', key: name.replace(/^@/, '').toLowerCase() },
          { kind: 'conversation', key: `messages/${name}`, isAddress: true },
        ],
      }),
  }),
  ...['/api/v4/files/{file}', '/files/{file}/public'].map((path) =>
    endpoint({
      ...common,
      path,
      summary: 'Redirect to a file by its address on Mattermost',
      params: { file: part('Id of the file', 'h8q2y6s4xucp9dn7o2lrf1bzai') },

      handler: ({ params: { file }, ...call }) =>
        redirect(call, {
          source: 'mattermost',
          wanted: [{ kind: 'file', key: `files/${file}`, isAddress: true }],
        }),
    }),
  ),
]

const discordGuild = part('Id of the server', '81384788')
const discordChannel = part('Id of the channel', '8138478')

const discordEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    path: '/channels/{guild}/{channel}',
    summary: 'Redirect to a stream by its address on Discord',
    params: { guild: discordGuild, channel: discordChannel },

    handler: ({ params: { channel: key }, ...call }) =>
      redirect(call, { source: 'discord', wanted: [{ kind: 'stream', key }] }),
  }),
  endpoint({
    ...common,
    path: '/channels/{guild}/{channel}/{message}',
    summary: 'Redirect to a message by its address on Discord',
    params: {
      guild: discordGuild,
      channel: discordChannel,
      message: part('Id of the message', '8146377'),
    },

    handler: ({ params: { message: key }, ...call }) =>
      redirect(call, { source: 'discord', wanted: [{ kind: 'message', key }] }),
  }),
]

export const oldAddressEndpoints: Endpoint[] = [
  ...slackEndpoints,
  ...rocketChatRoomEndpoints,
  ...rocketChatFileEndpoints,
  ...mattermostEndpoints,
  ...discordEndpoints,
]
