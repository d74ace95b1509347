/** What is told about a running cluster. */
export interface ClusterReport {
  ready(cluster: RunningCluster): void
  restarted(worker: RunningWorker): void
  /** Something that happened, in a sentence. */
  note(sentence: string): void
  /** A line that a child wrote. */
  childLine(line: string): void
}

export interface RunningWorker {
  name: string
  url: string
  pid: number
}

export interface RunningCluster {
  url: string
  pid: number
  /** Config, access log and temporary files of nginx; gone when the cluster stops. */
  folder: string
  workers: RunningWorker[]
}

/** For a person: what concerns them on stdout, logs on stderr. */
export function reportToPerson(): ClusterReport {
  const say = (text: string): void => console.log(text)
  return {
    ready: ({ url, folder, workers }) => {
      say(`Parley answers at ${url}`)
      for (const worker of workers) say(`  ${worker.name}: ${worker.url} (process ${worker.pid})`)
      say(`  nginx keeps its access log in ${folder}; Ctrl-C stops everything.`)
    },
    restarted: (worker) => say(`${worker.name} is back, as process ${worker.pid}.`),
    note: say,
    childLine: (line) => (isLogLine(line) ? console.error(line) : say(line)),
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
    note: (sentence) => console.error(sentence),
    childLine: (line) => console.error(line),
  }
}

/** Workers log JSON; anything else, like the first login of the owner, is meant to be read. */
function isLogLine(line: string): boolean {
  return line.startsWith('{')
}
