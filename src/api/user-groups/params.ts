import { Type } from '@sinclair/typebox'
import { integer, json } from '../../http/params'

export function groupId() {
  return integer({ min: 0, description: 'Id of the group' })
}

/** Accounts by id or email. Source: client notes 5, rule F. */
export function userList(description: string) {
  const user = Type.Union([Type.String({ maxLength: 254 }), Type.Integer()])
  return json(Type.Array(user), { default: [], description, example: [11, 'bob@example.com'] })
}

export function groupIdList(description: string) {
  return json(Type.Array(Type.Integer(), { maxItems: 1_000 }), { default: [], description })
}
