/** Reports on a running cluster. */
export interface ClusterReport {
  ready(cluster: RunningCluster): void
  restarted(worker: RunningWorker): void
  /** Prints a text for a person. */
  say(text: string): void
  /** A line of a log. */
  log(line: string): void
}

export interface RunningWorker {
  name: string
  url: string
  pid: number
}

interface RunningCluster {
  url: string
  pid: number
  /** Config, access log and temporary files of nginx; deleted when the cluster stops. */
  folder: string
  workers: RunningWorker[]
}

/** For a person: messages on stdout, logs on stderr. */
export function reportToPerson(): ClusterReport {
  const say = (text: string): void => console.log(text)
  return {
    ready: ({ url, folder, workers }) => {
      say(`nginx passes ${url} on to`)
      for (const worker of workers) say(`  ${worker.name}: ${worker.url} (process ${worker.pid})`)
      say(`and keeps its access log in ${folder}. Ctrl-C stops everything.`)
    },
    restarted: (worker) => say(`${worker.name} is back, as process ${worker.pid}.`),
    say,
    log: (line) => console.error(line),
  }
}

/** For a program: stdout holds one JSON object a line and nothing else. */
export function reportToProgram(): ClusterReport {
  const tell = (event: string, facts: object): void => {
    console.log(JSON.stringify({ event, ...facts }))
  }
  return {
    ready: (cluster) => tell('ready', cluster),
    restarted: (worker) => tell('restarted', worker),
    say: (text) => console.error(text),
    log: (line) => console.error(line),
  }
}
