import { deliver, deliverAll, fixture, refusalOf } from './deliver'

describe('alertmanager', () => {
  const source =
    '[source](http://prometheus.acme.test:9090/graph?g0.expr=avg+by+%28host%29+%28temp%29+%3E+80&g0.tab=1)'
  const deliverAlerts = (name: string) => deliver('alertmanager', fixture(`alertmanager/${name}`))

  it('reports an alert with all its labels', () => {
    expect(deliverAlerts('firing')).toEqual({
      topic: 'HighTemperature',
      content:
        '🚨 **Firing: HighTemperature**\n' +
        '* CPU is too hot — andromeda is at 84.5 °C — `host=andromeda` `severity=critical`' +
        ` — since 2026-03-02 10:15 UTC — ${source}`,
    })
  })

  it('reports its end in the same topic', () => {
    const message = deliverAlerts('resolved')
    expect(message?.topic).toBe('HighTemperature')
    expect(message?.content).toMatch(/^✅ \*\*Resolved: HighTemperature\*\*\n\* CPU is too hot/)
    expect(message?.content).not.toContain('since')
  })

  it('lists the firing before the resolved, with the labels in which they differ', () => {
    const since = 'since 2026-03-02 10:15 UTC'
    expect(deliverAlerts('mixed')?.content).toBe(
      '🚨 **Firing: HighTemperature** (2)\n' +
        `* CPU is too hot — andromeda is at 84.5 °C — \`host=andromeda\` — ${since} — ${source}\n` +
        `* CPU is too hot — cygnus is at 91 °C — \`host=cygnus\` — ${since} — ${source}\n\n` +
        '✅ **Resolved: HighTemperature**\n' +
        `* CPU is too hot — vega is at 61 °C — \`host=vega\` — ${source}`,
    )
  })

  it('takes the topic from the other labels by which the alerts are grouped', () => {
    const message = deliverAlerts('two-names')
    expect(message?.topic).toBe('andromeda')
    expect(message?.content).toContain(
      '🚨 **Firing: DiskFull**\n* `severity=warning` `device=/dev/sda1` — since 2026-03-02 10:15 UTC',
    )
    expect(message?.content).toMatch(/\n\nAlertmanager left out 3 more\.$/)
  })

  it('sends the alerts of each name to its topic if they are not grouped by labels', () => {
    const alert = (alertname: string, status: string) => ({ status, labels: { alertname } })
    const topicsOf = (...alerts: object[]) =>
      deliverAll('alertmanager', JSON.stringify({ alerts, groupLabels: {}, receiver: 'ops' })).map(
        ({ topic }) => topic,
      )
    expect(topicsOf(alert('Disk', 'firing'))).toEqual(['Disk'])
    expect(topicsOf(alert('Disk', 'resolved'), alert('CPU', 'firing'))).toEqual(['Disk', 'CPU'])
    expect(topicsOf({ status: 'firing' })).toEqual(['ops'])
    const many = Array.from({ length: 50 }, (_, index) => alert(`Disk ${index}`, 'firing'))
    expect(topicsOf(...many)).toHaveLength(20)
  })

  it('sends nothing without alerts, and refuses anything but a list of them', () => {
    expect(deliver('alertmanager', '{"alerts": []}')).toBeNull()
    expect(refusalOf(() => deliver('alertmanager', '{}'))['msg']).toBe(
      'alerts key is missing from payload',
    )
    expect(refusalOf(() => deliver('alertmanager', '{"alerts": [{}]}'))['msg']).toBe(
      'status key is missing from payload["alerts"][0]',
    )
    const numbered = '{"alerts": [{"status": "firing", "labels": {"port": 80}}]}'
    expect(refusalOf(() => deliver('alertmanager', numbered))['msg']).toBe(
      'payload["alerts"][0]["labels"]["port"] is not a string',
    )
  })
})

describe('grafana', () => {
  const url = 'https://grafana.acme.test'
  const deliverAlert = (name: string) => deliver('grafana', fixture(`grafana/${name}`))

  it('reports an alert with its values and where to look at it', () => {
    expect(deliverAlert('firing')).toEqual({
      topic: 'Memory (copy)',
      content:
        '🚨 **Firing: Memory (copy)**\n' +
        '* High memory usage — `grafana_folder=device` `instance=node:9100`' +
        ' — `A=2473545728 C=1 D=none` — since 2026-03-01 02:09 UTC' +
        ` — [source](${url}/alerting/grafana/dd2f0260/view?orgId=1)` +
        ` · [dashboard](${url}/d/ece9fb32?orgId=1)` +
        ` · [panel](${url}/d/ece9fb32?orgId=1&viewPanel=2)` +
        ` · [image](${url}/images/1.png)` +
        ` · [silence](${url}/alerting/silence/new?alertmanager=grafana` +
        '&matcher=alertname%3DMemory+%28copy%29&orgId=1)',
    })
  })

  it('reports its end in the same topic, without a link to silence it', () => {
    const message = deliverAlert('resolved')
    expect(message?.topic).toBe('Memory (copy)')
    expect(message?.content).toMatch(/^✅ \*\*Resolved: Memory \(copy\)\*\*\n/)
    expect(message?.content).not.toContain('silence')
  })

  const alert = (status: string, labels?: Record<string, string>) => ({ status, labels })
  const deliverList = (alerts: object[], rest: object = {}) =>
    deliverAll('grafana', JSON.stringify({ alerts, title: `[FIRING:${alerts.length}] `, ...rest }))

  it('reports each alert of a call in the topic of its name, and its end there', () => {
    const names = ['Memory', 'Disk', 'Memory'].map((alertname, index) => ({
      alertname,
      host: `h${index}`,
    }))
    expect(deliverList(names.map((labels) => alert('firing', labels)))).toEqual(
      names.map(({ alertname, host }) => ({
        topic: alertname,
        content: `🚨 **Firing: ${alertname}**\n* \`host=${host}\``,
      })),
    )
    const ends = [alert('resolved', names[0]), alert('firing', names[1])]
    expect(deliverList(ends).map(({ topic }) => topic)).toEqual(['Disk', 'Memory'])
  })

  it('makes no topic for a number of alerts', () => {
    const common = { commonLabels: { alertname: 'Memory' } }
    expect(deliverList([alert('firing')], common)[0]?.topic).toBe('Memory')
    expect(deliverList([alert('firing')])[0]?.topic).toBe('Grafana')
    const title = '[FIRING:2, RESOLVED:1] (device)'
    expect(deliverList([alert('firing')], { title })[0]?.topic).toBe('(device)')
  })

  it('reports many alerts by name, in a bounded number of messages', () => {
    const alerts = (count: number, names: number) =>
      Array.from({ length: count }, (_, index) =>
        alert('firing', { alertname: `A${index % names}`, host: `h${index}` }),
      )
    expect(deliverList(alerts(20, 20))).toHaveLength(20)
    const two = deliverList(alerts(50, 2), { truncatedAlerts: 7 })
    expect(two.map(({ topic }) => topic)).toEqual(['A0', 'A1'])
    expect(two[0]?.content).toMatch(/^🚨 \*\*Firing: A0\*\* \(25\)\n/)
    expect(two[1]?.content).toMatch(/\n\nGrafana left out 7 more\.$/)
    const many = deliverList(alerts(60, 60))
    expect(many).toHaveLength(20)
    expect(many.at(-1)).toEqual({ topic: 'Grafana', content: expect.stringMatching(/A19[^]*A59/) })
  })

  it('understands its own test alert, with mostly empty fields', () => {
    expect(deliverAlert('test-notification')).toEqual({
      topic: 'TestAlert',
      content:
        '🚨 **Firing: TestAlert**\n' +
        "* Notification test — `instance=Grafana` — `[ metric='foo' labels={instance=bar} value=10 ]`" +
        ` — since 2026-03-01 09:00 UTC — [silence](${url}/alerting/silence/new?alertmanager=grafana)`,
    })
  })

  it('reports alerts of the old alerting', () => {
    expect(deliverAlert('legacy-alerting')).toEqual({
      topic: '[Pump] Noise',
      content:
        `🚨 **ALERTING**: [(Pump) Noise](${url}/d/abc/pump?fullscreen&edit)\n\n` +
        'The pump is *too* loud.\n\n' +
        '* High value: `100.5`\n* Higher value: `none`\n\n' +
        `[image](${url}/images/2.png)`,
    })
    expect(deliverAlert('legacy-ok')).toEqual({
      topic: '[Pump] Noise',
      content: `✅ **OK**: [(Pump) Noise](${url}/d/abc/pump?fullscreen&edit)`,
    })
    expect(deliverAlert('legacy-no-data')?.content).toBe('⚪ **NO DATA**: (Pump) Noise')
  })

  it('names the missing fields of both payloads', () => {
    const faultOf = (body: string) => refusalOf(() => deliver('grafana', body))['msg']
    expect(faultOf('{}')).toBe('ruleName key is missing from payload')
    expect(faultOf('{"alerts": {}}')).toBe('payload["alerts"] is not a list')
    expect(faultOf('{"ruleName": "a", "state": 1}')).toBe('payload["state"] is not a string')
  })
})
