import { Type } from '@sinclair/typebox'
import type { UrlOption, WebhookMessage, WebhookRequest } from '../declare/integration'
import { bold, codeSpan, foreignText, link } from '../message/inline'
import { maybe } from '../payload/schema'

/** Max listed commits; further ones are only counted, because a merge may bring hundreds. */
const maxListedCommits = 20

const shortShaLength = 7

/** A commit as GitHub and GitLab send it. */
export const PushedCommit = Type.Object({
  id: Type.String(),
  message: maybe(Type.String()),
  url: maybe(Type.String()),
})

interface Commit {
  sha: string
  message: string | null | undefined
  url: string | null | undefined
}

export interface BranchPush {
  actor: string
  repository: string
  branch: string
  /** Effect of the push on the branch. */
  kind: 'update' | 'force' | 'create' | 'delete'
  /** URL of a page with the whole diff. */
  compareUrl: string | null | undefined
  commits: Commit[]
  /** Number of commits; may exceed the length of `commits`. */
  commitCount: number
}

/** The message about a push to a branch, in the topic of the branch. */
export function pushMessage(push: BranchPush): WebhookMessage {
  return {
    topic: `${push.repository} / ${push.branch}`,
    content: [`${bold(push.actor)} ${describePush(push)}.`, listCommits(push)]
      .filter(Boolean)
      .join('\n\n'),
  }
}

function describePush({ kind, branch, commitCount, compareUrl }: BranchPush): string {
  const count = link(commitCount === 1 ? '1 commit' : `${commitCount} commits`, compareUrl)
  switch (kind) {
    case 'delete':
      return `deleted branch ${codeSpan(branch)}`
    case 'create':
      return `created branch ${codeSpan(branch)}` + (commitCount > 0 ? ` with ${count}` : '')
    case 'force':
      return `force-pushed ${count} to branch ${codeSpan(branch)}`
    case 'update':
      return `pushed ${count} to branch ${codeSpan(branch)}`
  }
}

function listCommits({ commits, commitCount }: BranchPush): string {
  const listed = commits.slice(0, maxListedCommits)
  const lines = listed.map((commit) => `* ${describeCommit(commit)}`)
  const unlisted = commitCount - listed.length
  if (lines.length > 0 && unlisted > 0) {
    lines.push(`* … and ${unlisted} more ${unlisted === 1 ? 'commit' : 'commits'}`)
  }
  return lines.join('\n')
}

function describeCommit({ sha, message, url }: Commit): string {
  const [title = ''] = (message ?? '').trimStart().split(/\r?\n/, 1)
  return `${foreignText(title)} (${link(shortSha(sha), url)})`.trimStart()
}

export function shortSha(sha: string): string {
  return sha.slice(0, shortShaLength)
}

/** `main` of `refs/heads/main`, `v1.0` of `refs/tags/v1.0`. */
export function refName(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, '')
}

export function isTag(ref: string): boolean {
  return ref.startsWith('refs/tags/')
}

/**
 * Whether the URL of the webhook asks for this branch: `branches=main,release`
 * limits pushes to the named ones.
 */
export function isBranchWanted(request: WebhookRequest, branch: string): boolean {
  const wanted = request.query
    .get('branches')
    ?.split(',')
    .map((name) => name.trim())
  return !wanted || wanted.includes(branch)
}

/** URL option of {@link isBranchWanted}. */
export const branchOption: UrlOption = {
  name: 'branches',
  label: 'Only pushes to these branches, separated by commas',
}

/** The message about a created or deleted tag, in the topic of the repository. */
export function tagMessage(
  repository: string,
  actor: string,
  action: 'pushed' | 'deleted',
  tag: { name: string; url?: string | undefined },
): WebhookMessage {
  const name = tag.url ? link(tag.name, tag.url) : codeSpan(tag.name)
  return { topic: repository, content: `${bold(actor)} ${action} tag ${name}.` }
}
