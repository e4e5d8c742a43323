// npm run texts: lists the texts of all features in app/locale/areas.ts.
import fs from 'node:fs/promises'
import path from 'node:path'
import { projectFiles } from './structure.ts'
import { areasFile, areasModule } from './structure/areas.ts'

await fs.writeFile(path.resolve(import.meta.dirname, '..', areasFile), areasModule(projectFiles()))
