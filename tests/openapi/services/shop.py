"""A shop: nested models, enumerations, decimals, discriminated unions, and lists of models."""

from datetime import date, datetime
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Literal, Union
from uuid import UUID

from fastapi import Body, Cookie, FastAPI, Header, Path, Query
from pydantic import BaseModel, ConfigDict, EmailStr, Field, HttpUrl

app = FastAPI(title="Shop", version="1.2.0")


class Color(str, Enum):
    red = "red"
    green = "green"
    blue = "blue"


class Priority(IntEnum):
    low = 1
    high = 2


class Address(BaseModel):
    street: str = Field(min_length=1, max_length=20)
    city: str
    postcode: str = Field(pattern=r"^[0-9]{5}$")
    country: Literal["DE", "FR", "IT"] = "DE"


class Customer(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=2)
    email: EmailStr
    age: int = Field(ge=18, le=120)
    website: HttpUrl | None = None
    address: Address
    other_addresses: list[Address] = Field(default=[], max_length=2)


class CardPayment(BaseModel):
    kind: Literal["card"]
    number: str = Field(min_length=12, max_length=19)
    month: int = Field(ge=1, le=12)


class TransferPayment(BaseModel):
    kind: Literal["transfer"]
    iban: str
    due: date


class CashPayment(BaseModel):
    kind: Literal["cash"]
    given: Decimal = Field(gt=0, max_digits=8, decimal_places=2)


Payment = Annotated[Union[CardPayment, TransferPayment, CashPayment], Field(discriminator="kind")]


class Line(BaseModel):
    product: UUID
    quantity: int = Field(gt=0, lt=100)
    price: float = Field(ge=0)
    color: Color | None = None
    size: tuple[int, int] | None = None


class Order(BaseModel):
    customer: Customer
    lines: list[Line] = Field(min_length=1, max_length=3)
    payment: Payment
    priority: Priority = Priority.low
    notes: dict[str, str] = {}
    tags: set[str] = set()
    placed: datetime
    gift: bool = False


class OrderReply(BaseModel):
    id: UUID
    customer: Customer
    gift: bool
    total: float = 0


@app.post("/orders/", response_model=OrderReply, status_code=201)
def create_order(order: Order):
    return {"id": "6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d", "customer": order.customer, "gift": order.gift}


@app.get("/orders/{order_id}")
def read_order(order_id: UUID, expand: bool = False, fields: Annotated[list[str] | None, Query()] = None):
    return None


@app.get("/products/")
def list_products(
    q: Annotated[str | None, Query(min_length=3, max_length=10)] = None,
    color: Color | None = None,
    min_price: Annotated[float | None, Query(ge=0)] = None,
    ids: Annotated[list[int], Query()] = [],
    page: Annotated[int, Query(ge=1)] = 1,
    limit: Annotated[int, Query(gt=0, le=100)] = 10,
    sort: Literal["name", "price"] = "name",
    since: date | None = None,
):
    return None


@app.put("/products/{product_id}")
def update_product(
    product_id: Annotated[int, Path(ge=1, le=1000)],
    name: Annotated[str, Body(max_length=10)],
    price: Annotated[Decimal, Body(ge=0)],
    importance: Annotated[int, Body(gt=0)] = 1,
    note: Annotated[str | None, Body()] = None,
):
    return None


@app.post("/customers/")
def create_customer(customer: Annotated[Customer, Body(embed=True)]):
    return None


@app.patch("/customers/{name}")
def patch_customer(
    name: str,
    address: Address | None = None,
    x_token: Annotated[str | None, Header(min_length=3)] = None,
    x_count: Annotated[int, Header()] = 0,
    session: Annotated[str | None, Cookie(max_length=5)] = None,
):
    return None


@app.post("/prices/")
def set_prices(prices: dict[str, float]):
    return None


@app.post("/lines/")
def add_lines(lines: list[Line]):
    return None
