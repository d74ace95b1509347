import { performance } from 'node:perf_hooks'
import type { ImportProgress } from '../../data/import/jobs'
import type { ImportStatus } from './importer'

/** Span of the rate: the present speed, without records that an earlier attempt imported. */
const rateSpanMs = 20_000

/** Measures the progress and the speed of an import. */
export class ProgressMeter {
  private samples: { at: number; read: number }[] = []
  private status: ImportStatus = { format: null, recordsRead: 0 }

  constructor(private readonly elapsedMs: () => number = () => performance.now()) {}

  follow = (status: ImportStatus): void => {
    this.status = status
  }

  /** The numbers of this moment; called at regular times. */
  read(): ImportProgress {
    const sample = { at: this.elapsedMs(), read: this.status.recordsRead }
    this.samples = [...this.samples.filter(({ at }) => at >= sample.at - rateSpanMs), sample]
    const first = this.samples[0] ?? sample
    const seconds = (sample.at - first.at) / 1_000
    return {
      format: this.status.format,
      recordsRead: sample.read,
      recordsPerSecond:
        seconds < 1 ? null : Math.round((10 * (sample.read - first.read)) / seconds) / 10,
    }
  }
}
