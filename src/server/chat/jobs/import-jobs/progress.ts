import { performance } from 'node:perf_hooks'
import type { ImportProgress } from '../../../data/import/jobs'
import type { Report } from '../import/job/report'

/** Span of the rate: the present speed, without records that an earlier attempt imported. */
const rateSpanMs = 20_000

/** Measures the progress and the speed of an import. */
export class ProgressMeter {
  private samples: { at: number; read: number }[] = []
  private report: Report | undefined
  format: string | null = null

  constructor(private readonly elapsedMs: () => number = () => performance.now()) {}

  follow = (report: Report): void => {
    this.report = report
  }

  /** The numbers of this moment; called at regular times. */
  read(): ImportProgress {
    const sample = { at: this.elapsedMs(), read: this.report?.recordsRead ?? 0 }
    this.samples = [...this.samples.filter(({ at }) => at >= sample.at - rateSpanMs), sample]
    const first = this.samples[0] ?? sample
    const seconds = (sample.at - first.at) / 1_000
    return {
      format: this.format,
      recordsRead: sample.read,
      recordsPerSecond:
        seconds < 1 ? null : Math.round((10 * (sample.read - first.read)) / seconds) / 10,
    }
  }
}
