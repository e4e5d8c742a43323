import type { Toast } from './toasts.ts'

export type Notice = Toast

export function noticeCookie(notice: Notice): string {
  return `notice=${encodeURIComponent(JSON.stringify(notice))}; Path=/; Max-Age=60; SameSite=Lax`
}
