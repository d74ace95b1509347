import type { Address, RequestTemplate } from './protocol'

/** The common parts of a client's requests. */
interface Caller {
  address: Address
  /** Value of the Authorization header. */
  authorization: string
  /** Host header of the organization; absent: the address. */
  host?: string | undefined
}

export function requestOf({ method, path, form }: RequestTemplate, caller: Caller): string {
  return method === 'GET' ? getRequest(path, caller) : postRequest(path, form ?? '', caller)
}

export function getRequest(path: string, caller: Caller): string {
  return `GET ${path} HTTP/1.1\r\n${headers(caller)}\r\n`
}

function deleteRequest(path: string, caller: Caller): string {
  return `DELETE ${path} HTTP/1.1\r\n${headers(caller)}\r\n`
}

/** @param form urlencoded */
export function postRequest(path: string, form: string, caller: Caller): string {
  const length = Buffer.byteLength(form)
  return (
    `POST ${path} HTTP/1.1\r\n${headers(caller)}` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n${form}`
  )
}

export function registerRequest(caller: Caller): string {
  return postRequest(registerPath, registerForm, caller)
}

export function deleteQueueRequest(queueId: string, caller: Caller): string {
  return deleteRequest(`/api/v1/events?queue_id=${encodeURIComponent(queueId)}`, caller)
}

/** @returns the queue id in the answer to a registration; undefined without one */
export function queueIdOf(body: Buffer): string | undefined {
  return /"queue_id":"([^"]+)"/.exec(body.toString('latin1'))?.[1]
}

export const registerPath = '/api/v1/register'

const registerForm = `event_types=${encodeURIComponent('["message"]')}`

function headers({ address, authorization, host }: Caller): string {
  return (
    `Host: ${host ?? `${address.host}:${address.port}`}\r\nUser-Agent: parley-bench\r\n` +
    `Authorization: ${authorization}\r\n`
  )
}
