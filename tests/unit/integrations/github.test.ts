import { anyValue, asRecord, mapOf, shapedLike } from '../../support/checked'
import { deliver, fixture, refusalOf } from './deliver'

/** Delivers a fixture, whose name starts with its event. */
function deliverGithub(name: string, query: Record<string, string> = {}) {
  const [event = ''] = name.split('-')
  return deliver('github', fixture(`github/${name}`), {
    headers: { 'x-github-event': event },
    query,
  })
}

const pull = '[PR #12: (WIP) Recover the booster (again)](https://github.com/acme/rocket/pull/12)'
const pullTopic = 'rocket / PR #12 [WIP] Recover the booster (again)'
const issue = "[issue #31: Countdown stops at '3'](https://github.com/acme/rocket/issues/31)"
const someRepository = '[acme/rocket](https://github.com/acme/rocket)'

describe('pushes to GitHub', () => {
  it('list their commits by title', () => {
    const url = 'https://github.com/acme/rocket'
    expect(deliverGithub('push')).toEqual({
      topic: 'rocket / main',
      content:
        `**ada-byron** pushed [2 commits](${url}/compare/51de2b835bd3...e9d71f5ee7c9) to branch \`main\`.\n\n` +
        '* Check the fuel gauge before ignition ' +
        `([86f7e43](${url}/commit/86f7e437faa5a7fce15d1ddcb9eaeaea377667b8))\n` +
        '* Log `thrust` with units ' +
        `([e9d71f5](${url}/commit/e9d71f5ee7c92d6dc9e92ffdad17b8bd49418f98))`,
    })
  })

  it('name the pusher if the sender has no login', () => {
    const { sender: _, ...payload } = asRecord(JSON.parse(fixture('github/push')))
    const deliverPush = (body: object) =>
      deliver('github', JSON.stringify(body), { headers: { 'x-github-event': 'push' } })?.content
    const pusher = { name: 'ada-byron' }
    expect(deliverPush({ ...payload, pusher })).toMatch(/^\*\*ada-byron\*\* pushed/)
    expect(deliverPush({ ...payload, pusher, sender: { id: 1 } })).toMatch(/^\*\*ada-byron\*\*/)
    expect(deliverPush({ ...payload, pusher: null })).toMatch(/^\*\*somebody\*\* pushed/)
  })

  it('list twenty commits at most, and count the others', () => {
    const lines = deliverGithub('push-many')?.content.split('\n') ?? []
    expect(lines.filter((line) => line.startsWith('* Tighten'))).toHaveLength(20)
    expect(lines.at(-1)).toBe('* … and 3 more commits')
  })

  it.each([
    ['push-new-branch', 'rocket / staging/engine', 'created branch `staging/engine`.'],
    ['push-deleted-branch', 'rocket / staging/engine', 'deleted branch `staging/engine`.'],
    ['push-tag', 'rocket', 'pushed tag [v2.1.0](https://github.com/acme/rocket/tree/v2.1.0).'],
    ['push-deleted-tag', 'rocket', 'deleted tag `v2.1.0-rc1`.'],
    ['create-branch', 'rocket / staging/engine', 'created branch `staging/engine`.'],
    ['create-tag', 'rocket', 'created tag `v2.1.0`.'],
    ['delete-branch', 'rocket / staging/engine', 'deleted branch `staging/engine`.'],
    ['delete-tag', 'rocket', 'deleted tag `v2.1.0-rc1`.'],
  ])('report branches and tags: %s', (name, topic, rest) => {
    expect(deliverGithub(name)).toEqual({ topic, content: `**ada-byron** ${rest}` })
  })

  it('report rewritten history', () => {
    expect(deliverGithub('push-forced')?.content).toMatch(
      /^\*\*ada-byron\*\* force-pushed \[1 commit\]/,
    )
  })

  it('send nothing for branches that the URL does not list', () => {
    expect(deliverGithub('push', { branches: 'release, main' })).not.toBeNull()
    expect(deliverGithub('push', { branches: 'release,maintenance' })).toBeNull()
    expect(deliverGithub('delete-branch', { branches: 'main' })).toBeNull()
    expect(deliverGithub('push-tag', { branches: 'main' })).not.toBeNull()
  })
})

describe('pull requests', () => {
  it('open with their description, without the template', () => {
    expect(deliverGithub('pull_request-opened')).toEqual({
      topic: pullTopic,
      content:
        `**ada-byron** opened ${pull} from \`acme:booster\` to \`main\`:\n\n` +
        '~~~quote\nLands the booster on the pad.\n\n\n```ts\nawait booster.land()\n```\n~~~',
    })
  })

  it.each([
    [
      'pull_request-opened-draft',
      `**ada-byron** opened draft ${pull} from \`acme:booster\` to \`main\`.`,
    ],
    ['pull_request-merged', `**bo-carter** merged ${pull} from \`acme:booster\` to \`main\`.`],
    ['pull_request-closed', `**bo-carter** closed ${pull} without merging it.`],
    ['pull_request-synchronize', `**ada-byron** pushed to ${pull}.`],
    ['pull_request-edited-title', `**ada-byron** renamed “[WIP] Recover the booster” to ${pull}.`],
    ['pull_request-assigned', `**ada-byron** assigned bo-carter to ${pull}.`],
    ['pull_request-review_requested', `**ada-byron** asked bo-carter to review ${pull}.`],
    ['pull_request-review_requested-team', `**ada-byron** asked Guidance to review ${pull}.`],
    ['pull_request_review-dismissed', `**bo-carter** dismissed a review of ${pull}.`],
    [
      'pull_request_review-approved',
      `**bo-carter** [approved](https://github.com/acme/rocket/pull/12#pullrequestreview-880001) ${pull}.`,
    ],
    [
      'pull_request_review-changes_requested',
      '**bo-carter** [requested changes to](https://github.com/acme/rocket/pull/12#pullrequestreview-880001) ' +
        `${pull}:\n\n~~~quote\nThe legs must unfold **before** touchdown.\n~~~`,
    ],
    [
      'pull_request_review_comment-created',
      '**bo-carter** [commented](https://github.com/acme/rocket/pull/12#discussion_r660001) on ' +
        `${pull}:\n\n~~~quote\nOff by one?\n~~~`,
    ],
    [
      'issue_comment-on-pull-request',
      '**bo-carter** [commented](https://github.com/acme/rocket/pull/12#issuecomment-550002) on ' +
        `${pull}:\n\n~~~quote\nI can see it too.\n~~~`,
    ],
  ])('are reported in their topic: %s', (name, content) => {
    expect(deliverGithub(name)).toEqual({ topic: pullTopic, content })
  })

  it.each([
    'pull_request-labeled',
    'pull_request-edited-body',
    'pull_request_review-commented-empty',
  ])('send no message: %s', (name) => {
    expect(deliverGithub(name)).toBeNull()
  })
})

describe('issues', () => {
  it('open with a quotation without mentions, which is always closed', () => {
    expect(deliverGithub('issues-opened')).toEqual({
      topic: 'rocket / issue #31 Countdown stops at `3`',
      content:
        `**passer-by** opened ${issue}:\n\n` +
        '~~~~quote\nHappens every time, @\u200b**all**.\n\n~~~\nT-3 and holding\n~~~\n~~~~',
    })
  })

  it.each([
    ['issues-closed', `**ada-byron** closed ${issue} as not planned.`],
    ['issues-reopened', `**ada-byron** reopened ${issue}.`],
    ['issues-assigned', `**ada-byron** assigned bo-carter to ${issue}.`],
    [
      'issue_comment-created',
      '**bo-carter** [commented](https://github.com/acme/rocket/issues/31#issuecomment-550001) on ' +
        `${issue}:\n\n~~~quote\nI can see it too.\n~~~`,
    ],
    [
      'issue_comment-edited',
      '**bo-carter** [edited a comment](https://github.com/acme/rocket/issues/31#issuecomment-550001) on ' +
        `${issue}:\n\n~~~quote\nI can see it too.\n~~~`,
    ],
    ['issue_comment-deleted', `**bo-carter** deleted a comment on ${issue}.`],
  ])('are reported in their topic: %s', (name, content) => {
    expect(deliverGithub(name)).toMatchObject({ content })
  })

  it('send no message for labels', () => {
    expect(deliverGithub('issues-labeled')).toBeNull()
  })
})

describe('repositories', () => {
  it.each([
    [
      'ping',
      'rocket',
      `The GitHub webhook of ${someRepository} has been set up by **ada-byron**:\n\n` +
        '~~~quote\nKeep it logically awesome.\n~~~',
    ],
    [
      'ping-organization',
      'acme',
      'The GitHub webhook of acme has been set up by **ada-byron**:\n\n' +
        '~~~quote\nDesign for failure.\n~~~',
    ],
    [
      'release-published',
      'rocket / releases',
      '**ada-byron** published release [Rocket 2.1](https://github.com/acme/rocket/releases/tag/v2.1.0):\n\n' +
        '~~~quote\n* Booster recovery\n* Fewer explosions\n~~~',
    ],
    ['star-created', 'rocket', `**passer-by** starred ${someRepository} (42 stars now).`],
    [
      'fork',
      'rocket',
      `**passer-by** forked ${someRepository} as [passer-by/rocket](https://github.com/passer-by/rocket).`,
    ],
    ['public', 'rocket', `**ada-byron** made ${someRepository} public.`],
    [
      'commit_comment',
      'rocket',
      '**bo-carter** [commented](https://github.com/acme/rocket/commit/86f7e437faa5a7fce15d1ddcb9eaeaea377667b8#commitcomment-440001)' +
        ' on [86f7e43](https://github.com/acme/rocket/commit/86f7e437faa5a7fce15d1ddcb9eaeaea377667b8):\n\n' +
        '~~~quote\nNice catch.\n~~~',
    ],
  ])('report %s', (name, topic, content) => {
    expect(deliverGithub(name)).toEqual({ topic, content })
  })

  it.each(['release-released', 'star-deleted', 'watch-started'])(
    'send no second message for one change: %s',
    (name) => {
      expect(deliverGithub(name)).toBeNull()
    },
  )
})

describe('builds', () => {
  const run = '[CI #218](https://github.com/acme/rocket/actions/runs/7000001)'

  it.each([
    [
      'workflow_run-success',
      'rocket / main',
      `✅ ${run}: **success** on \`main\` (\`e9d71f5\`), started by **ada-byron**.`,
    ],
    [
      'workflow_run-timed_out',
      'rocket / main',
      `❌ ${run}: **timed out** on \`main\` (\`e9d71f5\`), started by **ada-byron**.`,
    ],
    [
      'status-failure',
      'rocket / main',
      '❌ [ci/acme](https://ci.acme.test/builds/77): **failure** on ' +
        '[e9d71f5](https://github.com/acme/rocket/commit/e9d71f5ee7c92d6dc9e92ffdad17b8bd49418f98)' +
        ' — 2 of 310 tests failed',
    ],
    [
      'deployment_status-success',
      'rocket / production',
      '✅ [Deployment](https://deploy.acme.test/12) of `main` to production: **success**.',
    ],
  ])('are reported when they end: %s', (name, topic, content) => {
    expect(deliverGithub(name)).toEqual({ topic, content })
  })

  it.each(['workflow_run-in_progress', 'status-pending', 'check_run-completed'])(
    'send no message for running builds and their parts: %s',
    (name) => {
      expect(deliverGithub(name)).toBeNull()
    },
  )
})

describe('the GitHub webhook', () => {
  const headers = { 'x-github-event': 'ping' }

  it('takes its payload from a form as well', () => {
    const body = new URLSearchParams({ payload: fixture('github/ping') }).toString()
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    expect(deliver('github', body, { headers: form })).toEqual(deliverGithub('ping'))
  })

  it('requires the event header', () => {
    expect(refusalOf(() => deliver('github', '{}'))).toMatchObject({
      code: 'MISSING_HTTP_EVENT_HEADER',
      header: 'X_GITHUB_EVENT',
    })
  })

  it.each([
    ['moon_landing', '{}', 'moon_landing'],
    ['constructor', '{}', 'constructor'],
    ['issues', fixture('github/issues-labeled').replace('"labeled"', '"eaten"'), 'issues/eaten'],
    [
      'pull_request_review',
      fixture('github/pull_request_review-approved').replace('"approved"', '"adored"'),
      'pull_request_review/submitted/adored',
    ],
  ])('refuses the unknown event %s', (event, body, event_type) => {
    const action = () => deliver('github', body, { headers: { 'x-github-event': event } })
    expect(refusalOf(action)).toEqual({
      msg: `The '${event_type}' event isn't currently supported by the GitHub webhook`,
      code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
      status: 400,
      webhook_name: 'GitHub',
      event_type,
    })
  })

  it('names missing fields of an event', () => {
    const faultOf = (payload: object) =>
      refusalOf(() =>
        deliver('github', JSON.stringify(payload), { headers: { 'x-github-event': 'fork' } }),
      )['msg']
    const repository = { name: 'a', full_name: 'b/a', html_url: 'https://x.test' }
    expect(faultOf({})).toBe('repository key is missing from payload')
    expect(faultOf({ repository: [], sender: {}, forkee: {} })).toBe(
      'payload["repository"] is not a dict',
    )
    expect(faultOf({ repository, sender: {} })).toBe('forkee key is missing from payload')
  })
})

describe('private repositories', () => {
  const deliverPush = (value: string, repository: object) => {
    const payload = shapedLike(JSON.parse(fixture('github/push')), { repository: mapOf(anyValue) })
    const body = { ...payload, repository: { ...payload.repository, ...repository } }
    const query = { ignore_private_repositories: value }
    return deliver('github', JSON.stringify(body), { headers: { 'x-github-event': 'push' }, query })
  }

  it.each(['true', 'True', ' true'])('are left out if the address says %s', (value) => {
    expect(deliverPush(value, { private: true })).toBeNull()
    expect(deliverPush(value, { private: 'yes' })).toBeNull()
    expect(deliverPush(value, { private: false })).not.toBeNull()
  })

  it('are reported otherwise, and a misspelled value is refused', () => {
    expect(deliverPush('false', { private: true })).not.toBeNull()
    expect(deliverPush('', { private: true })).not.toBeNull()
    for (const value of ['1', 'yes', 'ture']) {
      expect(refusalOf(() => deliverPush(value, { private: false }))['msg']).toBe(
        'ignore_private_repositories is not a boolean',
      )
    }
  })
})
