import { countSnippets, insertImportedSnippets } from '../../../data/import/snippets'
import { firstCharacters } from '../../../../shared/rules/characters'
import { sizeLimits } from '../../../chat/rules/limits'
import { claim, freshAmong, idsOf, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { SnippetRecord } from '../records'
import { cleanText, contentOf } from './placed'

/** Writes saved snippets, as many as a user may have. */
export async function writeSnippets(
  job: ImportJob,
  records: readonly SnippetRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  const users = await idsOf(
    job,
    'user',
    fresh.map(({ userKey }) => userKey),
  )
  const counts = await countSnippets(job.ctx.db.query, job.realm.id, [...users.values()])
  const added = job.trial?.countsOf('snippet') ?? new Map<number, number>()
  const ready = fresh.flatMap((record) => {
    const user_id = users.get(keyOf(record.userKey))
    const title = firstCharacters(
      cleanText(record.title).trim(),
      sizeLimits.savedSnippetTitleCharacters,
    ).trim()
    const { content } = contentOf(record.content)
    const count = (counts.get(user_id ?? 0) ?? 0) + (added.get(user_id ?? 0) ?? 0)
    if (
      user_id === undefined ||
      title === '' ||
      content === '' ||
      count >= sizeLimits.savedSnippets
    ) {
      const reason = 'Snippet without a user or text, or one too many'
      job.report.remark({ reason, file: record.key })
      return []
    }
    added.set(user_id, (added.get(user_id) ?? 0) + 1)
    return [{ key: record.key, row: { user_id, title, content, created_at: record.createdAt } }]
  })
  if (ready.length === 0) return 0
  if (job.trial) {
    return job.trial.claim(
      'snippet',
      ready.map(({ key }) => ({ key: keyOf(key) })),
    ).size
  }
  return inBatch(job, async (tx) => {
    const rows = ready.map(({ row }) => ({ ...row, created_at: row.created_at ?? tx.now }))
    const ids = await insertImportedSnippets(tx, job.realm.id, rows)
    const keys = ready.map(({ key }, index) => ({ key: keyOf(key), id: ids[index] as number }))
    await claim(job, tx, 'snippet', keys)
    return ready.length
  })
}
