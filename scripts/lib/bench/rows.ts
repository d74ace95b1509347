import { median } from './load/statistics'

/** The measurements, round by round. */
export interface Rounds<T> {
  parley: T[]
  yardstick: T[]
}

/** One figure of a scenario. */
export interface Row {
  /** The load: `1000 polls`. */
  load: string
  figure: string
  unit: string
  /** Median of the rounds. */
  parley: number
  /** Absent without a counterpart. */
  yardstick?: number
  /** Median of the rounds' ratios: a round's two measurements are close in time. */
  ratio?: number
  rounds: { parley: number[]; yardstick?: number[] }
  target?: { text: string; isMet: boolean }
}

export interface RowSpec {
  load: string
  figure: string
  unit: string
  parley: number[]
  yardstick?: number[]
  target?: Target
}

/** The target of a figure: for its ratio to the yardstick, or for the figure itself. */
export interface Target {
  of: 'ratio' | 'figure'
  bound: 'at most' | 'at least'
  value: number
}

export function atMost(value: number, of: Target['of'] = 'ratio'): Target {
  return { of, bound: 'at most', value }
}

export function atLeast(value: number, of: Target['of'] = 'ratio'): Target {
  return { of, bound: 'at least', value }
}

export function makeRow({ target, parley, yardstick, ...names }: RowSpec): Row {
  const ratio = yardstick && median(parley.map((value, round) => value / (yardstick[round] ?? NaN)))
  const row: Row = {
    ...names,
    parley: median(parley),
    rounds: { parley, ...(yardstick && { yardstick }) },
    ...(yardstick && { yardstick: median(yardstick) }),
    ...(ratio !== undefined && { ratio }),
  }
  return target ? { ...row, target: judge(target, row) } : row
}

/** Makes the rows of one load, each from a function that reads its figure from a measurement. */
export function rowsOf<T>(load: string, rounds: Rounds<T>) {
  type Read = (measurement: T) => number
  const make = (read: Read, spec: Omit<RowSpec, 'load' | 'parley'>): Row =>
    makeRow({ load, parley: rounds.parley.map(read), ...spec })
  return {
    /** Rows that compare Parley with the yardstick. */
    compared: (figure: string, unit: string, read: Read, target?: Target): Row =>
      make(read, {
        figure,
        unit,
        yardstick: rounds.yardstick.map(read),
        ...(target && { target }),
      }),
    /** Rows of Parley alone, without a counterpart in the yardstick. */
    ofParley: (figure: string, unit: string, read: Read, target?: Target): Row =>
      make(read, { figure, unit, ...(target && { target }) }),
  }
}

function judge({ of, bound, value }: Target, row: Row): { text: string; isMet: boolean } {
  const measured = (of === 'ratio' ? row.ratio : row.parley) ?? NaN
  const isMet = bound === 'at most' ? measured <= value : measured >= value
  const sign = bound === 'at most' ? '≤' : '≥'
  return { text: `${sign} ${value}${of === 'ratio' ? '×' : ''}`, isMet }
}
