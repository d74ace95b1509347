import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/** A way to prove again who is there. Source: docs/protocol/step-up.md#ways. */
export const waySchema = Type.Union([
  Type.Object({ kind: Type.Literal('password') }),
  Type.Object({ kind: Type.Literal('totp') }),
  Type.Object({ kind: Type.Literal('email_code') }),
  Type.Object({
    kind: Type.Literal('provider'),
    slug: Type.String(),
    display_name: Type.String(),
    login_url: Type.String({ description: 'Takes `next`, the path to come back to' }),
  }),
])
export type Way = Static<typeof waySchema>

/** The code of the refusal. */
export const reauthenticationRequired = 'REAUTHENTICATION_REQUIRED'
