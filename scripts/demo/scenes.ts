/** The scenes of covers and galleries. */
import type { Palette } from './palettes.ts'
import { boards } from './scenes/boards.ts'
import { buildings } from './scenes/buildings.ts'
import { craft } from './scenes/craft.ts'
import { desk } from './scenes/desk.ts'
import { figures } from './scenes/figures.ts'
import { goods } from './scenes/goods.ts'
import { landscapes } from './scenes/landscapes.ts'
import { models } from './scenes/models.ts'
import { passages } from './scenes/passages.ts'
import { plants } from './scenes/plants.ts'
import { posters } from './scenes/posters.ts'
import { pots } from './scenes/pots.ts'
import { rooms } from './scenes/rooms.ts'
import { screens } from './scenes/screens.ts'
import { stage } from './scenes/stage.ts'
import { study } from './scenes/study.ts'
import { systems } from './scenes/systems.ts'
import { waters } from './scenes/waters.ts'
import { workrooms } from './scenes/workrooms.ts'

const scenes = {
  ...boards,
  ...figures,
  ...goods,
  ...models,
  ...passages,
  ...pots,
  ...systems,
  ...waters,
  ...workrooms,
  ...buildings,
  ...craft,
  ...desk,
  ...landscapes,
  ...plants,
  ...posters,
  ...rooms,
  ...screens,
  ...stage,
  ...study,
}

export type SceneName = keyof typeof scenes

/** Where a cover's strip of 400 begins in a scene of 800. */
const strips: Partial<Record<SceneName, number>> = {
  lake: 240,
  dunes: 225,
  harbour: 240,
  mural: 250,
  skyline: 210,
  valley: 215,
  vessels: 210,
}

/** A scene in the colours of a palette: 1200 by 800, or a strip 400 high of it for a cover. */
export function drawScene(name: SceneName, palette: Palette, shape: 'cover' | 'gallery'): string {
  const [top, height] = shape === 'cover' ? [strips[name] ?? 200, 400] : [0, 800]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="${height}" viewBox="0 ${top} 1200 ${height}">${scenes[name](palette)}</svg>`
}
