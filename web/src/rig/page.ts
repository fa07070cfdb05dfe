// The parts of a rig's page, in their order.

import type { Report } from '../data';
import { downloads } from '../panels/parameters/downloads';
import { rigCameras } from './cameras';
import { rigInstants } from './instants';
import { rigPairs } from './pairs';
import { rigResult } from './result';

export function rigParts(report: Report): (() => HTMLElement)[] {
  const rig = report.rig!;
  return [
    () => rigResult(rig),
    ...(rig.figures.pairs.length > 0 ? [() => rigPairs(rig)] : []),
    () => rigCameras(rig, downloads(report)),
    () => rigInstants(rig),
  ];
}
