import { Type } from '@sinclair/typebox'

/** A login session of a user, for its owner. */
export const sessionSchema = Type.Object({
  id: Type.Integer(),
  created_at: Type.Integer({ description: 'Unix time of the log-in' }),
  last_used_at: Type.Integer({ description: 'Unix time, to within some minutes' }),
  ip_address: Type.String({ description: 'Address of its last use' }),
  browser: Type.String({ description: 'Such as `Firefox on Linux`' }),
  is_current: Type.Boolean({ description: 'Whether the call was made with it' }),
})
