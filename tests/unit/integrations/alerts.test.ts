import { deliver, fixture, refusalOf } from './deliver'

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
