import Postil

private let rows: [Parcel.Draft] = [
  Parcel.Draft(carrier: #"a "b""#, number: 3, note: ""),
]
