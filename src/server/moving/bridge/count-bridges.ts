import type { AppContext } from '../../context'
import { measureBridges } from '../../data/bridges/bridges'

/** Sets the metrics of bridges, whose processes serve none of their own: what they write to the database tells. */
export async function countBridges({
  db,
  metrics,
}: Pick<AppContext, 'db' | 'metrics'>): Promise<void> {
  const figures = await measureBridges(db.query)
  for (const state of ['connected', 'away', 'ended'] as const) {
    metrics.bridges.set({ state }, figures[state])
  }
  for (const way of ['in', 'out'] as const) {
    metrics.bridgeAge.set({ way }, figures[`age_${way}`])
    metrics.bridgeSetAside.set({ way }, figures[`failed_${way}`])
  }
}
