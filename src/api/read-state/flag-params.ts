import { Type } from '@sinclair/typebox'
import { text } from '../../http/params'

export const flagParams = {
  op: text({ maxLength: 20, example: 'add', description: '`add` or `remove`' }),
  flag: text({ maxLength: 100, example: 'read', description: '`read`, `starred` or `collapsed`' }),
}

export const ignoredStreams = Type.Array(Type.Integer(), {
  description:
    'Streams whose messages cannot become unread, since the requester is not subscribed to them',
})

export const invalidFlag = {
  code: 'BAD_REQUEST',
  description: 'Nobody can set this flag, or there is no such operation.',
  example: "Invalid flag: 'mentioned'",
}
