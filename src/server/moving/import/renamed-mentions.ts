import { listMentioningTexts, rewriteTexts } from '../../data/import/mentions'
import type { RewrittenText } from '../../data/import/mentions'
import { deleteClaims, listRenamedMentions } from '../../data/import/placeholders'
import { scopeOf } from './job/job'
import type { ImportJob } from './job/job'
import { renderTexts } from './job/texts'

/** Texts that are looked at together. */
const textsPerBatch = 500

const mention = /@(_?)\*\*([^*|]+)\|(\d+)\*\*/g

/**
 * Renames the mentions of people who were unknown until now, in all texts of the organization: each gets today's name, and the
 * id of the account that got the messages of a placeholder.
 */
export async function renameMentions(job: ImportJob): Promise<void> {
  const renamed = await listRenamedMentions(job.ctx.db.query, scopeOf(job))
  if (renamed.length === 0) return
  const people = new Map(renamed.map(({ from_id, ...today }) => [from_id, today]))
  const rename = (text: string) =>
    text.replace(mention, (whole, silent: string, _name: string, id: string) => {
      const today = people.get(Number(id))
      return today ? `@${silent}**${today.full_name}|${today.to_id}**` : whole
    })
  let afterId = 0
  while (afterId >= 0) afterId = await job.pace.run(() => renameSome(job, afterId, rename))
  await job.ctx.db.transaction(async (tx) => {
    await job.guard?.(tx)
    await deleteClaims(tx, scopeOf(job))
  })
}

/** @returns the last message that was looked at, -1 at the end */
async function renameSome(
  job: ImportJob,
  afterId: number,
  rename: (text: string) => string,
): Promise<number> {
  const { db } = job.ctx
  const atMost = job.pace.sizeOf(textsPerBatch)
  const texts = await listMentioningTexts(db.query, job.realm.id, { afterId, atMost })
  const changed = texts
    .map(({ id, content }) => ({ id, before: content, content: rename(content) }))
    .filter(({ before, content }) => before !== content)
  if (changed.length > 0) {
    const rendered = await renderTexts(
      job,
      changed.map(({ content }) => content),
    )
    const rows = changed.map((text, index): RewrittenText => {
      const html = rendered[index]?.rendered.html ?? ''
      return { ...text, rendered_content: html }
    })
    await db.transaction(async (tx) => {
      await job.guard?.(tx)
      await rewriteTexts(tx, job.realm.id, rows)
    })
  }
  return texts.length < atMost ? -1 : (texts.at(-1)?.id ?? -1)
}
