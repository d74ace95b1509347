import type { AppContext } from '../../../context'
import { newestMessageId } from '../../../data/exports/messages'
import type { MessageSource } from '../../../data/exports/places'
import type { MessageScope } from '../../../data/exports/scope'
import { getRealm } from '../../../data/realms/realms'
import type { RealmRow } from '../../../data/schema'
import { realmUrl } from '../../../chat/notify/mail/enqueue'

export type ExportContext = Pick<AppContext, 'config' | 'db' | 'files' | 'presence'>

/** Context of an export that reads messages: as lines, or as pages. */
export interface Reading {
  ctx: ExportContext
  realm: RealmRow
  scope: MessageScope
  /** Newest exported message id; later messages are left out. */
  upToId: number
  /** Address of the organization, without a slash at the end. */
  realmUrl: string
  /** @throws when this worker must stop */
  check(): void
}

export async function beginReading(
  ctx: ExportContext,
  realmId: number,
  scope: MessageScope,
  signal?: AbortSignal,
): Promise<Reading> {
  const realm = await getRealm(ctx.db.query, realmId)
  return {
    ...{ ctx, realm, scope },
    upToId: await newestMessageId(ctx.db.query, realmId),
    realmUrl: realmUrl(ctx.config, realm.string_id),
    check: () => signal?.throwIfAborted(),
  }
}

export function messageSource({ ctx, realm, scope, upToId }: Reading): MessageSource {
  return { db: ctx.db.query, realmId: realm.id, scope, upToId }
}

/** Whether an upload is exported: it is linked by exported messages, or belongs to everything or to the person. */
export function isUploadMeant(
  scope: MessageScope,
  upload: { owner_id: number; message_ids: readonly number[] },
): boolean {
  if (scope.kind === 'whole' || upload.message_ids.length > 0) return true
  if (scope.kind === 'person') return upload.owner_id === scope.userId
  return scope.kind === 'consented' && scope.userIds.includes(upload.owner_id)
}

/** Groups rows by message, in their order. */
export function byMessage<Row extends { message_id: number }>(
  rows: readonly Row[],
): Map<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) {
    const known = found.get(row.message_id)
    if (known) known.push(row)
    else found.set(row.message_id, [row])
  }
  return found
}
