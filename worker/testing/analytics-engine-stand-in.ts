/** A stand-in for a Workers Analytics Engine dataset with its documented limits (docs/platform.md). Only tests import this. */

const limits = { points: 25, blobs: 20, doubles: 20, indexes: 1, indexBytes: 96, blobBytes: 16_384 }

/** The dataset within one invocation. */
export function standInDataset() {
  const points: AnalyticsEngineDataPoint[] = []
  const writeDataPoint = (point: AnalyticsEngineDataPoint = {}) => {
    const { blobs = [], doubles = [], indexes = [] } = point
    const isWithin =
      points.length < limits.points &&
      blobs.length <= limits.blobs &&
      doubles.length <= limits.doubles &&
      indexes.length <= limits.indexes &&
      indexes.every((index) => Buffer.byteLength(String(index)) <= limits.indexBytes) &&
      Buffer.byteLength(blobs.join('')) <= limits.blobBytes
    if (!isWithin) throw new Error('The data point exceeds the limits of the platform')
    points.push(point)
  }
  return { points, writeDataPoint }
}
