import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { gitEvent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { pageBelow } from '../git/items'
import { refName } from '../git/pushes'
import { bold, codeSpan, foreignText, link } from '../message/inline'
import { joinUntilFull } from '../message/length'
import { moodOfBuild, moodSign, spellState } from '../message/status'
import { maybe } from '../payload/schema'
import { nameOf, Project, projectEvent, GitlabUser } from './parts'

/** Final states of a pipeline, job or deployment; earlier states are silent. */
const finalStates = ['success', 'failed', 'canceled', 'skipped']

const Build = Type.Object({
  name: Type.String(),
  stage: maybe(Type.String()),
  status: Type.String(),
  allow_failure: maybe(Type.Boolean()),
})

const pipeline = gitEvent(
  Type.Object({
    project: Project,
    user: maybe(GitlabUser),
    object_attributes: Type.Object({
      id: Type.Integer(),
      ref: Type.String(),
      status: Type.String(),
      duration: maybe(Type.Number()),
      url: maybe(Type.String()),
    }),
    builds: maybe(Type.Array(Build)),
  }),
  ({ project, user, object_attributes: attributes, builds }) => {
    const { id, status, duration } = attributes
    if (!finalStates.includes(status)) return null
    const ref = refName(attributes.ref)
    const name = link(
      `Pipeline #${id}`,
      attributes.url ?? pageBelow(project.web_url, `-/pipelines/${id}`),
    )
    const by = user ? `, started by ${bold(nameOf(user))}` : ''
    const failed = (builds ?? []).filter((build) => build.status === 'failed')
    return {
      topic: `${project.name} / ${ref}`,
      content: [
        `${outcome(status, name)} on ${codeSpan(ref)}${after(duration)}${by}.`,
        joinUntilFull(failed, '\n', (build) => `* ${describeFailure(build)}`),
      ]
        .filter(Boolean)
        .join('\n'),
    }
  },
)

function describeFailure(build: Static<typeof Build>) {
  const verdict = build.allow_failure ? 'failed, as it may' : 'failed'
  const stage = build.stage ? ` in stage ${codeSpan(build.stage)}` : ''
  return `${codeSpan(build.name)}${stage} ${verdict}`
}

/** Jobs; the only event without a `project` with a URL in older versions of GitLab. */
const job = gitEvent(
  Type.Object({
    build_id: Type.Integer(),
    build_name: Type.String(),
    build_stage: maybe(Type.String()),
    build_status: Type.String(),
    build_duration: maybe(Type.Number()),
    build_failure_reason: maybe(Type.String()),
    ref: Type.String(),
    user: maybe(GitlabUser),
    repository: Type.Object({ name: Type.String(), homepage: maybe(Type.String()) }),
  }),
  (payload) => {
    const { repository, build_id, build_status: status, build_failure_reason: reason } = payload
    if (!finalStates.includes(status)) return null
    const ref = refName(payload.ref)
    const job = link(
      `Job ${payload.build_name}`,
      pageBelow(repository.homepage, `-/jobs/${build_id}`),
    )
    const stage = payload.build_stage
    const name = stage ? `${job} of stage ${codeSpan(stage)}` : job
    const why = status === 'failed' && reason ? ` (${spellState(foreignText(reason))})` : ''
    return {
      topic: `${repository.name} / ${ref}`,
      content: `${outcome(status, name)}${why} on ${codeSpan(ref)}${after(payload.build_duration)}.`,
    }
  },
)

const deployment = gitEvent(
  Type.Object({
    ...projectEvent,
    status: Type.String(),
    environment: Type.String(),
    deployable_url: maybe(Type.String()),
    short_sha: maybe(Type.String()),
  }),
  ({ project, user, status, environment, deployable_url, short_sha }) => {
    if (!finalStates.includes(status)) return null
    const what = short_sha ? ` of ${codeSpan(short_sha)}` : ''
    const name = `${link('Deployment', deployable_url)}${what} to ${foreignText(environment)}`
    return {
      topic: `${project.name} / ${environment}`,
      content: `${outcome(status, name)}, started by ${bold(nameOf(user))}.`,
    }
  },
)

function outcome(status: string, name: string): string {
  return `${moodSign(moodOfBuild(status))} ${name}: **${status}**`
}

function after(seconds: number | null | undefined): string {
  return seconds ? ` after ${Math.round(seconds)} s` : ''
}

export const gitlabBuildEvents: [string, EventFormatter][] = [
  ['Pipeline Hook', pipeline],
  ['Job Hook', job],
  ['Build Hook', job],
  ['Deployment Hook', deployment],
]
