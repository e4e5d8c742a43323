import { defineJob } from '#core/shared/define-job.ts'
import { deleteFilesOfRemoved, sweepFiles } from './commands/delete-files.ts'

export const pictureJobs = [
  defineJob({
    name: 'delete files of removed pictures',
    every: { seconds: 5 },
    once: 'cluster',
    run: deleteFilesOfRemoved,
  }),
  defineJob({
    name: 'sweep files',
    every: { hours: 6 },
    once: 'cluster',
    run: (deps) => sweepFiles(deps, new Date()),
  }),
]
