import { Type } from '@sinclair/typebox'
import type { AppContext } from '../../context'
import type { Requester } from '../../chat/rules/authentication'
import { findProof } from '../../data/users/sessions'
import { ApiError } from '../../lib/api-error'
import type { ErrorDoc } from '../../lib/api-error'
import { reauthenticationRequired, waySchema } from '../../../shared/proofs'
import type { ProviderSource } from '../providers/find-providers'
import type { Way } from '../../../shared/proofs'
import { listWays } from './ways'

/** Time for which a proof counts. */
const freshMs = 600_000

/** The refusal of a dangerous call by a session that has proved its person long ago. */
export class ReauthenticationRequiredError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: reauthenticationRequired,
    description: 'The session must prove its person again.',
    fields: { ways: Type.Array(waySchema, { description: 'In the order of display' }) },
    example: 'Please confirm that it is you.',
  }

  constructor(ways: readonly Way[]) {
    super(ReauthenticationRequiredError.doc.example ?? '', {
      status: 403,
      code: reauthenticationRequired,
      fields: { ways },
    })
  }
}

type Context = ProviderSource & Pick<AppContext, 'config'>

/**
 * Lets calls by a key pass, and those of a session whose last proof is at most ten minutes old.
 * @throws ReauthenticationRequiredError
 * Source: docs/protocol/step-up.md#rule.
 */
export async function requireProof(ctx: Context, requester: Requester): Promise<void> {
  if (!requester.session || (await hasFreshProof(ctx, requester))) return
  throw new ReauthenticationRequiredError(await listWays(ctx, requester))
}

/** Whether the session of a call has proved its person in the last ten minutes. False for a key. */
export async function hasFreshProof(
  { db }: Pick<Context, 'db'>,
  { realm_id: realmId, id: userId, session }: Requester,
): Promise<boolean> {
  if (!session) return false
  const { query, now } = { query: db.query, now: db.dated().now }
  // Not cached: such calls are rare, and a proof holds at once at every worker.
  const provedAt = await findProof(query, { realmId, userId, id: session.id })
  return provedAt !== undefined && now.getTime() - provedAt.getTime() < freshMs
}
