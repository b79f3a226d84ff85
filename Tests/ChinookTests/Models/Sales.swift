import Foundation
import Postil

// The people of the shop, those who buy, and what they bought.

// @table("Employee")
struct Employee: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("EmployeeId")
  var lastName: String  // @column("LastName")
  var firstName: String  // @column("FirstName")
  var title: String?  // @column("Title")
  var birthDate: Date?  // @column("BirthDate")
  var hireDate: Date?  // @column("HireDate")
  var address: String?  // @column("Address")
  var city: String?  // @column("City")
  var state: String?  // @column("State")
  var country: String?  // @column("Country")
  var postalCode: String?  // @column("PostalCode")
  var phone: String?  // @column("Phone")
  var fax: String?  // @column("Fax")
  var email: String?  // @column("Email")

  // @references(inverse: reports, onDelete: noAction) @column("ReportsTo")
  var bossID: Employee.ID?
}

// @table("Customer")
struct Customer: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("CustomerId")
  var firstName: String  // @column("FirstName")
  var lastName: String  // @column("LastName")
  var company: String?  // @column("Company")
  var address: String?  // @column("Address")
  var city: String?  // @column("City")
  var state: String?  // @column("State")
  var country: String?  // @column("Country")
  var postalCode: String?  // @column("PostalCode")
  var phone: String?  // @column("Phone")
  var fax: String?  // @column("Fax")
  var email: String  // @column("Email")

  // @references(inverse: customers, onDelete: noAction) @column("SupportRepId")
  var supportRepID: Employee.ID?
}

// @table("Invoice")
struct Invoice: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("InvoiceId")
  var date: Date  // @column("InvoiceDate")
  var billingAddress: String?  // @column("BillingAddress")
  var billingCity: String?  // @column("BillingCity")
  var billingState: String?  // @column("BillingState")
  var billingCountry: String?  // @column("BillingCountry")
  var billingPostalCode: String?  // @column("BillingPostalCode")
  var total: Double  // @column("Total") @allow(floatingPointMoney, reason: "the file has it so")

  // @references(inverse: invoices, onDelete: noAction) @column("CustomerId")
  var customerID: Customer.ID
}

// @table("InvoiceLine")
struct InvoiceLine: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("InvoiceLineId")
  var unitPrice: Double  // @column("UnitPrice") @allow(floatingPointMoney, reason: "the file has it so")
  var quantity: Int  // @column("Quantity")

  // @references(inverse: lines, onDelete: noAction) @column("InvoiceId")
  var invoiceID: Invoice.ID
  // @references(inverse: sales, onDelete: noAction) @column("TrackId")
  var trackID: Track.ID
}
