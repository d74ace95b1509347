/** One measured quantity, with several values. */
export interface Figure {
  name: string
  unit: 'ms' | 'MiB'
  runs: number[]
}

export function bestOf({ runs }: Figure): number {
  return Math.min(...runs)
}

export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => ({
    name: figure.name,
    best: `${bestOf(figure)} ${figure.unit}`,
    runs: figure.runs.join(', '),
  }))
  const nameWidth = Math.max(...rows.map((row) => row.name.length))
  const bestWidth = Math.max(...rows.map((row) => row.best.length))
  return rows
    .map((row) => `${row.name.padEnd(nameWidth)}  ${row.best.padStart(bestWidth)}  (${row.runs})`)
    .join('\n')
}
