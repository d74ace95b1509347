import { Type } from '@sinclair/typebox'
import { gitEvent, silent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { pageBelow } from '../git/items'
import { shortSha } from '../git/pushes'
import { bold, codeSpan, foreignText, link } from '../message/inline'
import { moodOfBuild, moodSign, spellState } from '../message/status'
import { maybe } from '../payload/schema'
import { actionEvent, repositoryEvent, GithubUser } from './parts'

const workflowRun = gitEvent(
  Type.Object({
    ...actionEvent,
    workflow_run: Type.Object({
      name: maybe(Type.String()),
      run_number: Type.Integer(),
      html_url: maybe(Type.String()),
      head_branch: maybe(Type.String()),
      head_sha: maybe(Type.String()),
      conclusion: maybe(Type.String()),
      actor: maybe(GithubUser),
    }),
  }),
  ({ action, repository, workflow_run: run }) => {
    // Only the result becomes a message; `requested` and `in_progress` precede it.
    if (action !== 'completed') return null
    const conclusion = run.conclusion ?? 'unknown'
    const name = link(`${run.name ?? 'Workflow'} #${run.run_number}`, run.html_url)
    const sha = shortSha(run.head_sha ?? '')
    const branch = run.head_branch || sha
    const commit = sha ? ` (${codeSpan(sha)})` : ''
    const sign = moodSign(moodOfBuild(conclusion))
    const actor = run.actor?.login ? `, started by ${bold(run.actor.login)}` : ''
    return {
      topic: `${repository.name} / ${branch}`,
      content:
        `${sign} ${name}: **${foreignText(spellState(conclusion))}** ` +
        `on ${codeSpan(branch)}${commit}${actor}.`,
    }
  },
)

/** A commit status, as external CI services set it. */
const status = gitEvent(
  Type.Object({
    ...repositoryEvent,
    sha: Type.String(),
    state: Type.String(),
    context: Type.String(),
    description: maybe(Type.String()),
    target_url: maybe(Type.String()),
    branches: maybe(Type.Array(Type.Object({ name: Type.String() }))),
  }),
  (payload) => {
    if (payload.state === 'pending') return null
    const { repository, sha, state, description } = payload
    const [branch] = payload.branches ?? []
    const commit = link(shortSha(sha), pageBelow(repository.html_url, `commit/${sha}`))
    return {
      topic: branch ? `${repository.name} / ${branch.name}` : repository.name,
      content:
        `${moodSign(moodOfBuild(state))} ${link(payload.context, payload.target_url)}: ` +
        `**${foreignText(spellState(state))}** on ${commit}` +
        (description ? ` — ${foreignText(description)}` : '.'),
    }
  },
)

const finalDeploymentStates = ['success', 'failure', 'error']

const deploymentStatus = gitEvent(
  Type.Object({
    ...repositoryEvent,
    deployment: Type.Object({ environment: Type.String(), ref: maybe(Type.String()) }),
    deployment_status: Type.Object({ state: Type.String(), target_url: maybe(Type.String()) }),
  }),
  ({ repository, deployment, deployment_status: { state, target_url } }) => {
    if (!finalDeploymentStates.includes(state)) return null
    const what = deployment.ref ? ` of ${codeSpan(deployment.ref)}` : ''
    return {
      topic: `${repository.name} / ${deployment.environment}`,
      content: `${moodSign(moodOfBuild(state))} ${link('Deployment', target_url)}${what} to ${foreignText(deployment.environment)}: **${state}**.`,
    }
  },
)

export const githubBuildEvents: [string, EventFormatter][] = [
  ['workflow_run', workflowRun],
  ['status', status],
  ['deployment_status', deploymentStatus],
  // The workflow run becomes one message; its checks and jobs would repeat it many times.
  ...silent(['check_run', 'check_suite', 'workflow_job', 'workflow_dispatch', 'deployment']),
]
