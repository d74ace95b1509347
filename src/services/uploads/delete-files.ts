import type { AppContext } from '../../context'

/** Removes files that no row names any more. One that stays does no harm, so it is only noted. */
export async function deleteFiles(
  ctx: Pick<AppContext, 'files' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  try {
    await ctx.files.store.delete(keys)
  } catch (error) {
    ctx.log.warn({ err: error, keys }, 'could not delete files that nobody needs')
  }
}
