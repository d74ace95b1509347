import {
  bumpImportedStreams,
  liftTimeLimit,
  refreshStatistics,
  resolvePeriods,
  settleReadState,
} from '../../data/import/finish'
import {
  linkImportedUploads,
  listWaitingTexts,
  replaceWaitingTexts,
} from '../../data/import/messages'
import { endImport } from '../../data/import/runs'
import { updateRealm } from '../../data/realms/realms'
import { listActiveUserIds, lockAccounts } from '../../data/users/update-users'
import { recordActs } from '../../chat/notify/audit-log'
import { publishQueueRemoval } from '../../events/publish'
import { scopeOf } from './job/job'
import type { ImportJob } from './job/job'
import { renderTexts, resolveTexts } from './job/texts'
import { renameMentions } from './renamed-mentions'

/** Texts that are rewritten by one transaction. */
const textsPerBatch = 500

/**
 * Ends an import: links to later messages, periods, read states, and the organization's activation. Queues end, so that
 * clients fetch their state again instead of getting events.
 */
export async function finishImport(job: ImportJob): Promise<void> {
  const scope = scopeOf(job)
  await renameMentions(job)
  while (await job.pace.run(() => rewriteSome(job)));
  await refreshStatistics(job.ctx.db.query)
  await job.ctx.db.transaction(async (tx) => {
    await liftTimeLimit(tx)
    await job.guard?.(tx)
    await lockAccounts(tx, job.realm.id)
    await resolvePeriods(tx, scope)
    await settleReadState(tx, scope)
    await bumpImportedStreams(tx, scope)
    await updateRealm(
      tx,
      job.realm.id,
      job.makesRealm ? { deactivated_at: null } : { name: job.realm.name },
    )
    await publishQueueRemoval(tx, job.realm.id, await listActiveUserIds(tx, job.realm.id))
    await recordActs(tx, job.realm.id, [{ act: 'realm_imported', after: { source: job.source } }])
    await endImport(tx, scope)
  })
}

/** @returns whether there may be more */
async function rewriteSome(job: ImportJob): Promise<boolean> {
  const scope = scopeOf(job)
  const waiting = await listWaitingTexts(job.ctx.db.query, scope, job.pace.sizeOf(textsPerBatch))
  if (waiting.length === 0) return false
  const resolved = await resolveTexts(
    job,
    waiting.map(({ content }) => content),
  )
  const rendered = await renderTexts(
    job,
    resolved.map(({ content }) => content),
  )
  const texts = waiting.map(({ message_id: id }, index) => {
    const html = (rendered[index] as (typeof rendered)[number]).rendered
    return {
      id,
      content: (resolved[index] as (typeof resolved)[number]).content,
      rendered_content: html.html,
      has_link: html.hasLink,
      has_image: html.hasImage,
    }
  })
  await job.ctx.db.transaction(async (tx) => {
    await job.guard?.(tx)
    await replaceWaitingTexts(tx, scope, texts)
    await linkImportedUploads(tx, job.realm.id, texts)
  })
  return true
}
