// In a file of its own, so that a page can load both only when it needs them.
export { forgetAccount } from './device.ts'
export { forgetDay } from './kept-day.ts'
