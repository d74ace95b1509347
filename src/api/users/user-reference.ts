import { Type } from '@sinclair/typebox'
import { converted } from '../../http/params'
import type { UserReference } from '../../services/users/access'

/**
 * Names an account in a path: by its id, or by its email in any letter case.
 * Source: client notes 5, rule F.
 */
export function userReference() {
  return converted<UserReference>(
    Type.Union([Type.Integer({ minimum: 0 }), Type.String()]),
    (raw) => {
      const word = raw.trim()
      if (!/^\d+$/.test(word)) return word
      const id = Number(word)
      return Number.isSafeInteger(id) ? id : undefined
    },
    { description: 'Id or email of the account' },
  )
}
