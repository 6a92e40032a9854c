import { describe, expect, it } from 'vitest';
import { PROVINCE } from './province.ts';

/** ISTAT, codes of the 107 territorial units, 2024. */
const OFFICIAL = `AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG FI FM FR GE GO GR
  IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR PT PU PV PZ RA RC RE RG RI RM RN RO SA SI SO SP SR SS SU SV
  TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VT VV`.split(/\s+/);

describe('le province', () => {
  it('sono le 107 dell’elenco ufficiale, una volta ciascuna', () => {
    const codes = PROVINCE.map(([sigla]) => sigla);
    expect(OFFICIAL).toHaveLength(107);
    expect(codes.toSorted()).toEqual(OFFICIAL.toSorted());
  });
});
