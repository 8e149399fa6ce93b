import type { CSSProperties } from 'react'
import { textOn } from '../../../card/links.ts'
import type { PwaSettings } from '../../../schema/pwa.ts'
import { Android, Desktop, Ios, Splash } from './Devices.tsx'

/** The app among others on three devices, and as it starts; follows the form before it is saved. */
export function PreviewTab({ settings }: { settings: PwaSettings }) {
  const { themeColor, backgroundColor } = settings
  const colors: CSSProperties & Record<`--${string}`, string> = {
    '--theme': themeColor,
    '--theme-text': textOn(themeColor),
    '--behind': backgroundColor,
    '--behind-text': textOn(backgroundColor),
  }
  return (
    <section className="panel pwa-preview" aria-label="Preview" style={colors}>
      <Android settings={settings} />
      <Ios settings={settings} />
      <Desktop settings={settings} />
      {settings.enableSplashScreen && <Splash settings={settings} />}
    </section>
  )
}
