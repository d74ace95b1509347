import { deliver, fixture, refusalOf } from './deliver'

const events: Record<string, string> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  merge_request: 'Merge Request Hook',
  issue: 'Issue Hook',
  note: 'Note Hook',
  wiki_page: 'Wiki Page Hook',
  pipeline: 'Pipeline Hook',
  job: 'Job Hook',
  deployment: 'Deployment Hook',
  release: 'Release Hook',
  emoji: 'Emoji Hook',
}

/** Delivers a fixture, whose name starts with its event. */
function deliverGitlab(name: string, query: Record<string, string> = {}) {
  const event = events[name.split('-')[0] ?? '']
  return deliver('gitlab', fixture(`gitlab/${name}`), {
    headers: { 'x-gitlab-event': event },
    query,
  })
}

const url = 'https://gitlab.acme.test/flight/rocket'
const mergeRequest = `[MR !7: Draft: (Engine) Recover the booster](${url}/-/merge_requests/7)`
const mergeRequestTopic = 'Rocket / MR !7 Draft: [Engine] Recover the booster'
const someIssue = `[issue #23: Countdown stops at 3](${url}/-/issues/23)`
const issueTopic = 'Rocket / issue #23 Countdown stops at 3'
const commits =
  `* Check the fuel gauge ([86f7e43](${url}/-/commit/86f7e437faa5a7fce15d1ddcb9eaeaea377667b8))\n` +
  `* Log thrust with units ([e9d71f5](${url}/-/commit/e9d71f5ee7c92d6dc9e92ffdad17b8bd49418f98))`
const noteText = '\n\n~~~quote\nIs the valve open?\n~~~'

describe('GitLab events', () => {
  it.each([
    [
      'push',
      'Rocket / main',
      `**Ada Byron** pushed [2 commits](${url}/-/compare/51de2b835bd35a67eb32dbcd3d77d4b96e5aa39d...` +
        `e9d71f5ee7c92d6dc9e92ffdad17b8bd49418f98) to branch \`main\`.\n\n${commits}`,
    ],
    [
      'push-new-branch',
      'Rocket / booster',
      `**Ada Byron** created branch \`booster\` with [2 commits](${url}/-/commits/booster).\n\n${commits}`,
    ],
    ['push-deleted-branch', 'Rocket / booster', '**Ada Byron** deleted branch `booster`.'],
    ['tag_push', 'Rocket', `**Ada Byron** pushed tag [v2.1.0](${url}/-/tags/v2.1.0).`],
    ['tag_push-deleted', 'Rocket', '**Ada Byron** deleted tag `v2.1.0`.'],
    [
      'merge_request-open',
      mergeRequestTopic,
      `**Ada Byron** opened ${mergeRequest} from \`booster\` to \`main\`:\n\n` +
        '~~~quote\nLands the booster on the pad.\n~~~',
    ],
    ['merge_request-update-commits', mergeRequestTopic, `**Ada Byron** pushed to ${mergeRequest}.`],
    [
      'merge_request-update-title',
      mergeRequestTopic,
      `**Ada Byron** renamed “Draft: Recover the booster” to ${mergeRequest}.`,
    ],
    ['merge_request-approved', mergeRequestTopic, `**Bo Carter** approved ${mergeRequest}.`],
    [
      'merge_request-merge',
      mergeRequestTopic,
      `**Bo Carter** merged ${mergeRequest} from \`booster\` to \`main\`.`,
    ],
    [
      'merge_request-close',
      mergeRequestTopic,
      `**Ada Byron** closed ${mergeRequest} without merging it.`,
    ],
    ['issue-open', issueTopic, `**Ada Byron** opened ${someIssue}:\n\n~~~quote\nEvery time.\n~~~`],
    ['issue-close', issueTopic, `**Bo Carter** closed ${someIssue}.`],
    ['issue-reopen', issueTopic, `**Ada Byron** reopened ${someIssue}.`],
    [
      'note-issue',
      issueTopic,
      `**Bo Carter** [commented](${url}/-/issues/23#note_1244) on ${someIssue}:${noteText}`,
    ],
    [
      'note-merge_request',
      mergeRequestTopic,
      `**Bo Carter** [edited a comment](${url}/-/merge_requests/7#note_1245) on ${mergeRequest}:${noteText}`,
    ],
    [
      'note-snippet',
      'Rocket / snippet $53 Fuel table',
      `**Bo Carter** [commented](${url}/-/snippets/53#note_1246) on ` +
        `[snippet $53: Fuel table](${url}/-/snippets/53):${noteText}`,
    ],
    [
      'note-commit',
      'Rocket',
      `**Bo Carter** [commented](${url}/-/commit/86f7e437faa5a7fce15d1ddcb9eaeaea377667b8#note_1247) on ` +
        `[commit 86f7e43](${url}/-/commit/86f7e437faa5a7fce15d1ddcb9eaeaea377667b8):${noteText}`,
    ],
    [
      'pipeline-success',
      'Rocket / main',
      `✅ [Pipeline #3131](${url}/-/pipelines/3131): **success** on \`main\` after 143 s, ` +
        'started by **Ada Byron**.',
    ],
    [
      'pipeline-failed',
      'Rocket / main',
      `❌ [Pipeline #3131](${url}/-/pipelines/3131): **failed** on \`main\` after 143 s, ` +
        'started by **Ada Byron**.\n' +
        '* `unit` in stage `test` failed\n* `lint` in stage `test` failed, as it may',
    ],
    [
      'job-success',
      'Rocket / main',
      `✅ [Job unit](${url}/-/jobs/1977) of stage \`test\`: **success** on \`main\` after 110 s.`,
    ],
    [
      'job-failed',
      'Rocket / main',
      `❌ [Job unit](${url}/-/jobs/1977) of stage \`test\`: **failed** (script failure) ` +
        'on `main` after 110 s.',
    ],
    [
      'deployment-success',
      'Rocket / staging',
      `✅ [Deployment](${url}/-/jobs/796) of \`e9d71f5e\` to staging: **success**, ` +
        'started by **Ada Byron**.',
    ],
    [
      'wiki_page-create',
      'Rocket / wiki',
      `**Ada Byron** created wiki page [Launch checklist](${url}/-/wikis/Launch-checklist):\n\n` +
        '~~~quote\nAdd fuelling\n~~~',
    ],
    [
      'wiki_page-delete',
      'Rocket / wiki',
      `**Ada Byron** deleted wiki page [Launch checklist](${url}/-/wikis/Launch-checklist).`,
    ],
    [
      'release-create',
      'Rocket / releases',
      `Release [Rocket 2.1](${url}/-/releases/v2.1.0) is out:\n\n~~~quote\n* Booster recovery\n~~~`,
    ],
  ])('become messages: %s', (name, topic, content) => {
    expect(deliverGitlab(name)).toEqual({ topic, content })
  })

  it.each([
    'merge_request-update-labels',
    'merge_request-without-action',
    'pipeline-running',
    'job-pending',
    'release-update',
    'emoji-award',
  ])('send no message: %s', (name) => {
    expect(deliverGitlab(name)).toBeNull()
  })

  it('count the commits that GitLab did not send', () => {
    const content = deliverGitlab('push-more-than-sent')?.content
    expect(content).toContain('pushed [45 commits](')
    expect(content).toMatch(/\n\* … and 25 more commits$/)
  })

  it('send nothing for branches that the URL does not list', () => {
    expect(deliverGitlab('push', { branches: 'main' })).not.toBeNull()
    expect(deliverGitlab('push', { branches: 'mainline' })).toBeNull()
  })

  it('include confidential issues if GitLab is set to send them', () => {
    const headers = { 'x-gitlab-event': 'Confidential Issue Hook' }
    expect(deliver('gitlab', fixture('gitlab/issue-confidential'), { headers })).toEqual({
      topic: 'Rocket / issue #23 Key in the log',
      content: `**Ada Byron** opened [issue #23: Key in the log](${url}/-/issues/23).`,
    })
  })
})

describe('the GitLab webhook', () => {
  it('requires the event header', () => {
    expect(refusalOf(() => deliver('gitlab', fixture('gitlab/push')))).toMatchObject({
      msg: "Missing the HTTP event header 'X_GITLAB_EVENT'",
      code: 'MISSING_HTTP_EVENT_HEADER',
    })
  })

  it.each([
    ['Moon Hook', '{}', 'Moon Hook'],
    ['Issue Hook', fixture('gitlab/issue-open').replace('"open"', '"eat"'), 'Issue Hook eat'],
    [
      'Note Hook',
      fixture('gitlab/note-issue').replace('"Issue"', '"Epic"').replace('"issue":', '"epic":'),
      'Note Hook Epic',
    ],
  ])('refuses the unknown event %s', (event, body, event_type) => {
    const action = () => deliver('gitlab', body, { headers: { 'x-gitlab-event': event } })
    expect(refusalOf(action)).toMatchObject({
      code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitLab',
      event_type,
    })
  })

  it('names missing fields of an event', () => {
    const body = fixture('gitlab/push').replace('"ref"', '"reference"')
    const action = () => deliver('gitlab', body, { headers: { 'x-gitlab-event': 'Push Hook' } })
    expect(refusalOf(action)).toMatchObject({
      msg: 'ref key is missing from payload',
      code: 'BAD_REQUEST',
    })
  })
})

describe('private projects', () => {
  it.each([
    [0, 'private'],
    [10, 'internal'],
    [20, 'public'],
  ])('are left out if the address says so: level %i is %s', (level, name) => {
    for (const file of ['push', 'job-failed']) {
      const payload = fixture(`gitlab/${file}`).replace(
        /"visibility_level": \d+/g,
        `"visibility_level": ${level}`,
      )
      const event = events[file.split('-')[0] ?? '']
      const deliverWith = (query: Record<string, string>) =>
        deliver('gitlab', payload, { headers: { 'x-gitlab-event': event }, query })
      expect(deliverWith({})).not.toBeNull()
      expect(deliverWith({ ignore_private_repositories: 'true' }) === null).toBe(name !== 'public')
    }
  })
})
